import Testing
@testable import Volume
