"""What happens to a panel on a wall, a module each."""
