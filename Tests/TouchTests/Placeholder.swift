import Testing
@testable import Touch
