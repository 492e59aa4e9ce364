#if DEBUG || TESTABLE
import Glibc

@testable import Wayland

/// A compositor on its client's thread: it tracks the client's objects, sends the usual replies,
/// and sends any events that a test chooses.
final class FakeCompositor {
  /// The path for `WaylandOptions.socket`.
  let path: String
  /// The interfaces of the client's objects.
  private(set) var objects: [UInt32: InterfaceTable.Interface] = [1: WlDisplay.table]
  /// Interfaces and versions of the globals; the index is the name less 1.
  private let globals: [(interface: String, version: UInt32)]
  private let listener: Int32
  private var connection: Int32 = -1
  private var received: [UInt8] = []

  static let interfaces: [String: InterfaceTable.Interface] = Dictionary(
    uniqueKeysWithValues: everyInterface.map { ($0.name, $0) })

  /// Listens at a path; returns nil if the system has no socket for it.
  init?(globals: [(interface: String, version: UInt32)], path: String) {
    self.globals = globals
    self.path = path
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard listener >= 0, path.utf8.count < capacity else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    unlink(path)
    let isListening = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isListening, listen(listener, 1) == 0 else { return nil }
  }

  deinit {
    close(listener)
    if connection >= 0 { close(connection) }
    unlink(path)
  }

  /// Accepts the client's connection, which must have been made.
  func accept() {
    connection = Glibc.accept(listener, nil, nil)
  }

  // MARK: Requests

  /// Handles the requests that have arrived.
  func serve() {
    var chunk = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = recv(connection, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { break }
      received += chunk[..<count]
    }
    while received.count >= 8 {
      let (id, head) = (received.word(at: 0), received.word(at: 4))
      let size = Int(head >> 16)
      guard size >= 8, received.count >= size else { return }
      handleRequest(id, Int(head & 0xFFFF), Array(received[8..<size]))
      received.removeFirst(size)
    }
  }

  private func handleRequest(_ id: UInt32, _ opcode: Int, _ body: [UInt8]) {
    guard let interface = objects[id], interface.requests.indices.contains(opcode) else { return }
    let request = interface.requests[opcode]
    let made = newObject(of: request, body)
    if let made { objects[made.id] = Self.interfaces[made.interface] }
    if interface.destructor == UInt32(opcode) { remove(id) }
    switch (interface.name, request.name) {
    case ("wl_display", "sync"):
      if let made {
        send(made.id, 0, WireMessage(words: [0]))
        remove(made.id)
      }
    case ("wl_display", "get_registry"):
      if let made {
        for index in globals.indices { announce(UInt32(index + 1), from: made.id) }
      }
    default: break
    }
  }

  private func newObject(
    of request: InterfaceTable.Message, _ body: [UInt8]
  ) -> (id: UInt32, interface: String)? {
    var offset = 0
    var lastText = ""
    for (index, kind) in request.signature.filter({ $0.isLetter }).enumerated() {
      guard kind != "h", offset + 4 <= body.count else { continue }
      let word = body.word(at: offset)
      offset += 4
      switch kind {
      case "n": return (word, request.types[index] ?? lastText)
      case "s", "a":
        let end = min(offset + Int(word), body.count)
        lastText = String(decoding: body[offset..<end].prefix { $0 != 0 }, as: UTF8.self)
        offset += (Int(word) + 3) & ~3
      default: break
      }
    }
    return nil
  }

  private func remove(_ id: UInt32) {
    objects[id] = nil
    send(1, 1, WireMessage(words: [id]))
  }

  // MARK: Events

  /// Announces a global; a name that does not exist is a second output.
  func announce(_ name: UInt32, from registry: UInt32) {
    let index = Int(name) - 1
    let global = globals.indices.contains(index) ? globals[index] : ("wl_output", 4)
    var message = WireMessage(words: [name])
    message.append(text: global.0)
    message.append(word: global.1)
    send(registry, 0, message)
  }

  func send(_ id: UInt32, _ opcode: UInt32, _ message: WireMessage) {
    send(Self.event(id, opcode, message))
  }

  /// Encodes an event of an object.
  static func event(_ id: UInt32, _ opcode: UInt32, _ message: WireMessage) -> [UInt8] {
    WireMessage(words: [id, UInt32(message.bytes.count + 8) << 16 | opcode]).bytes + message.bytes
  }

  /// Sends any bytes; they are lost if the client is gone.
  func send(_ bytes: [UInt8]) {
    _ = Glibc.send(
      connection, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
  }
}

/// The arguments of an event in wire format.
struct WireMessage {
  var bytes: [UInt8] = []

  init(words: [UInt32] = []) {
    for word in words { append(word: word) }
  }

  mutating func append(word: UInt32) {
    for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt32(shift)))) }
  }

  mutating func append(text: String) {
    let characters = Array(text.utf8) + [0]
    append(word: UInt32(characters.count))
    bytes += characters
    while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
  }
}

extension [UInt8] {
  fileprivate func word(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[offset + $1]) << UInt32($1 * 8) }
  }
}
#endif
