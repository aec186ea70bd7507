"""The method `best`: a small transformer reads the whole query; its states stand beside the features of the method `learned`."""
