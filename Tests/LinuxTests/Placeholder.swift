import Testing
@testable import Linux
