import Testing
@testable import Gesture
