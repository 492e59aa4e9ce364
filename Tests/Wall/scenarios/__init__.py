"""Events that happen to a wall-mounted panel. Each module has one scenario."""
