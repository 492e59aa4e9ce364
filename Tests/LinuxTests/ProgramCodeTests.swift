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

  /// Constants and tables are let go of as well, which are in segments that are not executable.
  @Test func itIsMoreThanCode() throws {
    let bytes = try WholeFile.read("/proc/self/maps", limit: 1 << 22)
    let maps = String(decoding: bytes, as: UTF8.self)
    let code = maps.split(separator: "\n").filter { $0.contains(" r-xp ") }.map { line in
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
      return ends.count == 2 ? ends[1] - ends[0] : 0
    }
    #expect(ProgramCode.unmapPages() > code.reduce(0, +))
  }
}
