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

  @Test func itStaysMappedWhileReferenced() throws {
    let folder = try Folder()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
    let path = try folder.file("a", bytes)
    do {
      let file = try MappedFile(path)
      #expect(file.bytes.elementsEqual(bytes))
      #expect(try #require(try Self.residentKibibytes(of: path)) >= 290)
    }
    #expect(try Self.residentKibibytes(of: path) == nil)
  }

  @Test func unmappableFilesAreErrors() throws {
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
