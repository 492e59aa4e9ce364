"""The host's tools for a machine on a wall; ../VM/rig has the rest."""
