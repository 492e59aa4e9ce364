import Glibc
import Linux
import Testing

/// Both ends of a non-blocking pipe.
struct Pipe: ~Copyable {
  let reading: FileDescriptor
  let writing: FileDescriptor

  init() throws {
    var ends: [Int32] = [-1, -1]
    try check("pipe") { pipe(&ends) }
    for end in ends { try check("fcntl") { fcntl(end, F_SETFL, O_NONBLOCK) } }
    reading = FileDescriptor(owning: ends[0])
    writing = FileDescriptor(owning: ends[1])
  }

  func fill() {
    #expect(write(writing.number, "x", 1) == 1)
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 100)
    while read(reading.number, &bytes, bytes.count) > 0 {}
  }
}
