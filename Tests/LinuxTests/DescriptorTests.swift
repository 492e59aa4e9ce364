import Glibc
import Testing

@testable import Linux

@Suite struct DescriptorTests {
  @Test func closesWhenDestroyed() throws {
    let folder = try Folder()
    let path = try folder.file("a", [])
    func openCount() -> Int { descriptorCount { $0 == path } }
    do {
      let file = try FileDescriptor.open(path, flags: O_RDONLY)
      #expect(openCount() == 1)
      #expect(fcntl(file.number, F_GETFD) == FD_CLOEXEC)
    }
    #expect(openCount() == 0)
    let number = try FileDescriptor.open(path, flags: O_RDONLY).release()
    #expect(openCount() == 1)
    close(number)
    #expect(openCount() == 0)
  }

  @Test func namesTheFileThatCannotBeOpened() {
    let error = #expect(throws: SystemError.self) {
      _ = try FileDescriptor.open("/nowhere/at all", flags: O_RDONLY).number
    }
    #expect(error?.code == SystemError.noEntry)
    #expect(error?.description == "/nowhere/at all: No such file or directory (open)")
  }

  @Test func readDistinguishesNoDataFromTheEnd() throws {
    let pipe = try Pipe()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    defer { buffer.deallocate() }
    #expect(try pipe.reading.read(into: buffer) == nil)
    pipe.fill()
    #expect(try pipe.reading.read(into: buffer) == 1)
    #expect(buffer[0] == UInt8(ascii: "x"))
    let folder = try Folder()
    let empty = try FileDescriptor.open(try folder.file("a", []), flags: O_RDONLY)
    #expect(try empty.read(into: buffer) == 0)
    let directory = try FileDescriptor.open(folder.path, flags: O_RDONLY)
    #expect(throws: SystemError(call: "read", code: EISDIR)) { try directory.read(into: buffer) }
  }

  @Test func loopsCloseTheirDescriptors() async {
    // In a child process, where only the runtime may open some at any time: libdispatch has an
    // epoll and one or two timers.
    await #expect(processExitsWith: .success) {
      func count() -> Int {
        descriptorCount { $0.contains("eventpoll") || $0.contains("timerfd") }
      }
      let loopCount = 100
      do {
        let loops = try (0..<loopCount).map { _ in try EventLoop() }
        for loop in loops { loop.makeAlarm {}.set(atMicroseconds: .max) }
        #expect(withExtendedLifetime(loops) { count() } >= 2 * loopCount)
      }
      #expect(count() < loopCount / 2)
    }
  }

  @Test func mapsSharedAndUnmaps() throws {
    let folder = try Folder()
    let path = try folder.file("a", [UInt8](repeating: 7, count: 4096))
    let file = try FileDescriptor.open(path, flags: O_RDWR)
    func isMapped() throws -> Bool {
      let maps = try WholeFile.read("/proc/self/maps", limit: 1 << 24)
      return String(decoding: maps, as: UTF8.self).contains(path)
    }
    do {
      let mapping = try Mapping(descriptor: file.number, offset: 0, byteCount: 4096)
      #expect(mapping.bytes[4095] == 7)
      mapping.bytes[0] = 42
      #expect(try isMapped())
    }
    #expect(try !isMapped())
    #expect(try WholeFile.read(path, limit: 4096).first == 42)
  }

  @Test(arguments: [(0, EINVAL), (-1, ENOMEM)])
  func refusesToMap(_ byteCount: Int, code: Int32) throws {
    let folder = try Folder()
    let file = try FileDescriptor.open(try folder.file("a", [1]), flags: O_RDWR)
    #expect(throws: SystemError(call: "mmap", code: code)) {
      _ = try Mapping(descriptor: file.number, offset: 0, byteCount: byteCount).bytes
    }
  }
}
