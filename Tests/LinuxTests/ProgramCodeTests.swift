import Testing

@testable import Linux

@Suite struct ProgramCodeTests {
  /// What of it is needed comes back by itself: the rest of this test runs on it.
  @Test func itIsLetGoOfAndComesBack() throws {
    let count = ProgramCode.unmapPages()
    // The tests, Swift's libraries and the C library are megabytes of code.
    #expect(count > 1 << 20)
    let again = ProgramCode.unmapPages()
    #expect(again == count, "nothing is unmapped")
  }
}
