"""Programs that run the compiled parts under AddressSanitizer, with a fixed seed and time: `tests/fuzz/run`. No pytest."""
