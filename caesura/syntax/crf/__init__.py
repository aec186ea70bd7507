"""The linear-chain CRF over breaks: features, the model with its plain decoder, and training."""
