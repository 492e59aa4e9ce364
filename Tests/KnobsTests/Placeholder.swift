import Testing
@testable import Knobs
