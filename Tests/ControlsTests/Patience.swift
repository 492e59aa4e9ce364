// Makes the time limit of tests available to every file of this target.
@_exported public import TestPatience
