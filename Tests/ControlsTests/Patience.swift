// The limit of all tests, for every file of these.
@_exported public import TestPatience
