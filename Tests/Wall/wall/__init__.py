"""The host's tools for a wall-mounted machine, in addition to those in ../VM/rig."""
