import Glibc
import Testing

@testable import Linux

@Suite struct MappedFileTests {
  private static func residentKibibytes(of path: String) throws -> Int? {
    let maps = String(
      decoding: try WholeFile.read("/proc/self/smaps", limit: 1 << 24), as: UTF8.self)
    let lines = maps.split(separator: "\n")
    guard let first = lines.firstIndex(where: { $0.hasSuffix(path) }),
      let line = lines[first...].first(where: { $0.hasPrefix("Rss:") })
    else { return nil }
    return Int(line.filter(\.isNumber))
  }

  @Test func itsPagesComeAndGo() throws {
    let folder = try Folder()
    let path = try folder.file("a", (0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 251) })
    do {
      let file = try MappedFile(path)
      func sum() -> Int { file.bytes.reduce(0) { $0 + Int($1) } }
      let before = sum()
      #expect(file.bytes.count == 300_000)
      #expect(try #require(try Self.residentKibibytes(of: path)) >= 290)
      file.unmapPages()
      #expect(try Self.residentKibibytes(of: path) == 0)
      #expect(sum() == before)
    }
    #expect(try Self.residentKibibytes(of: path) == nil)
  }

  @Test func whatCannotBeMappedIsAnError() throws {
    let folder = try Folder()
    let empty = try folder.file("empty", [])
    #expect(throws: SystemError(call: "mmap", subject: empty, code: EINVAL)) {
      _ = try MappedFile(empty)
    }
    let missing = empty + "-missing"
    #expect(throws: SystemError(call: "open", subject: missing, code: ENOENT)) {
      _ = try MappedFile(missing)
    }
    #expect(throws: SystemError(call: "mmap", subject: "/", code: ENODEV)) {
      _ = try MappedFile("/")
    }
  }
}
