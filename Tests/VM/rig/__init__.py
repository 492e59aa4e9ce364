"""The host's side of the test on a real kernel: one job a file."""
