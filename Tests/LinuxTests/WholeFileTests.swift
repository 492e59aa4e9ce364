import Glibc
import Testing

@testable import Linux

@Suite struct WholeFileTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func readsAllBytes(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = try folder.file("a", bytes)
    #expect(try WholeFile.read(path, limit: count) == bytes)
  }

  @Test func readsFilesWithReportedSizeZero() throws {
    // In /proc the size is 0.
    #expect(try !WholeFile.read("/proc/self/status", limit: 1 << 20).isEmpty)
    #expect(throws: WholeFile.Failure.self) {
      try WholeFile.read("/proc/self/status", limit: 10)
    }
  }

  @Test func rejectsOtherKindsOfFiles() throws {
    let socketPath = folder.path + "/socket"
    let socket = FileDescriptor(owning: try listen(at: socketPath))
    let cases = [
      (folder.path, "directory"), (socketPath, "socket"), ("/dev/null", "device"),
      ("/dev/zero", "device"),
    ]
    for (path, kind) in cases {
      let failure = WholeFile.Failure.notAFile(path: path, kind: kind)
      #expect(throws: failure) { try WholeFile.read(path, limit: 100) }
      #expect(failure.description == "\(path): is a \(kind), not a file")
    }
    #expect(socket.number >= 0)
  }

  @Test func reportsMissingAndTooLargeFiles() throws {
    let missing = #expect(throws: WholeFile.Failure.self) {
      try WholeFile.read(folder.path + "/no", limit: 100)
    }
    #expect(missing?.description == "\(folder.path)/no: No such file or directory (stat)")
    let path = try folder.file("a", [UInt8](repeating: 0, count: 101))
    let large = #expect(throws: WholeFile.Failure.self) { try WholeFile.read(path, limit: 100) }
    #expect(large == .tooLarge(path: path, byteCount: 101, limit: 100))
    #expect(large?.description == "\(path): 101 bytes; the limit is 100")
  }

  @Test func aLinkToItselfIsAnError() throws {
    let path = folder.path + "/loop"
    #expect(symlink(path, path) == 0)
    #expect(throws: WholeFile.Failure.system(SystemError(call: "stat", subject: path, code: ELOOP)))
    { try WholeFile.read(path, limit: 100) }
  }

  /// Root may read everything, so the process becomes nobody first.
  @Test func reportsMissingPermission() async throws {
    let path = try folder.file("a", [1], mode: 0)
    try check("chmod") { chmod(folder.path, 0o755) }
    await #expect(processExitsWith: .success) { [path = path as String] in
      if getuid() == 0 && setuid(65_534) != 0 { exit(2) }
      do throws(WholeFile.Failure) {
        _ = try WholeFile.read(path, limit: 100)
        exit(3)
      } catch {
        exit(error.description == "\(path): Permission denied (open)" ? 0 : 4)
      }
    }
  }

  @Test func readsAPipeToItsEnd() throws {
    var ends: [Int32] = [-1, -1]
    try check("pipe") { pipe(&ends) }
    let reading = FileDescriptor(owning: ends[0])
    do {
      let writing = FileDescriptor(owning: ends[1])
      #expect(write(writing.number, "hello", 5) == 5)
    }
    // As a shell passes a process substitution.
    let bytes = try WholeFile.read(
      "/dev/fd/\(reading.number)", limit: 100,
      pipeTimeoutMilliseconds: WholeFile.patienceMilliseconds)
    #expect(bytes == Array("hello".utf8))
  }

  @Test func aPipeWithoutAWriterTimesOut() throws {
    let path = folder.path + "/fifo"
    #expect(mkfifo(path, 0o600) == 0)
    let failure = #expect(throws: WholeFile.Failure.self) {
      try WholeFile.read(path, limit: 100, pipeTimeoutMilliseconds: 20)
    }
    #expect(failure == .pipeTimedOut(path: path, milliseconds: 20))
    #expect(
      failure?.description == "\(path): is a pipe; no data arrived for 0.02 seconds")
  }

  @Test func aPipeWithASilentWriterTimesOut() throws {
    let pipe = try Pipe()
    let path = "/dev/fd/\(pipe.reading.number)"
    pipe.fill()
    #expect(throws: WholeFile.Failure.pipeTimedOut(path: path, milliseconds: 20)) {
      try WholeFile.read(path, limit: 100, pipeTimeoutMilliseconds: 20)
    }
  }

  @Test func aPipeBeyondTheLimitIsAnError() throws {
    let pipe = try Pipe()
    for _ in 0..<20 { pipe.fill() }
    let path = "/dev/fd/\(pipe.reading.number)"
    #expect(throws: WholeFile.Failure.tooLarge(path: path, byteCount: 20, limit: 10)) {
      try WholeFile.read(path, limit: 10, pipeTimeoutMilliseconds: 20)
    }
  }

  /// A running panel waits for no writer, not even for one that has written.
  @Test func aPipeIsRefusedWithoutATimeout() throws {
    let pipe = try Pipe()
    pipe.fill()
    let fifo = folder.path + "/fifo"
    #expect(mkfifo(fifo, 0o600) == 0)
    for path in ["/dev/fd/\(pipe.reading.number)", fifo] {
      #expect(throws: WholeFile.Failure.notAFile(path: path, kind: "pipe")) {
        try WholeFile.read(path, limit: 100)
      }
    }
  }

  /// Like `/proc/kmsg` without a new message.
  @Test func aFileWithoutAvailableDataIsAnError() throws {
    let pipe = try Pipe()
    let error = SystemError(call: "read", subject: "kmsg", code: EAGAIN)
    #expect(throws: WholeFile.Failure.system(error)) {
      try WholeFile.read(pipe.reading, "kmsg", limit: 100, pipeTimeoutMilliseconds: nil)
    }
  }

  @Test(
    "a file is exposed if others can read or write it, or its group can write it",
    arguments: [
      (0o600, false), (0o400, false), (0o640, false), (0o440, false), (0o700, false),
      (0o644, true), (0o604, true), (0o602, true), (0o660, true), (0o666, true), (0o601, false),
    ] as [(mode_t, Bool)])
  func access(mode: mode_t, isExposed: Bool) throws {
    let path = try folder.file("secret", [1])
    try check("chmod") { chmod(path, mode) }
    let access = try FileAccess(path)
    #expect(access.mode == mode)
    #expect(access.isExposed == isExposed)
    #expect(throws: SystemError.self) { try FileAccess(folder.path + "/no") }
  }

  @Test func linksAreFollowedToTheirEnd() throws {
    let path = try folder.file("a", [1])
    #expect(symlink("a", folder.path + "/b") == 0)
    #expect(mkdir(folder.path + "/c", 0o700) == 0)
    let real = try FilePath.resolved(path)
    #expect(try FilePath.resolved(folder.path + "/c/../b") == real)
    #expect(throws: SystemError(call: "realpath", subject: "/no", code: ENOENT)) {
      try FilePath.resolved("/no")
    }
  }

  private func listen(at path: String) throws -> Int32 {
    let descriptor = try check("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    _ = try withUnsafePointer(to: &address) {
      try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        try check("bind") {
          bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
    return descriptor
  }
}
