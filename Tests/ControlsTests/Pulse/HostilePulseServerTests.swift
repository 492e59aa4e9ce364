import Foundation
import Layout
import Testing

@testable import Controls
@testable import Linux

/// Programs that are not sound servers.
struct HostilePulseServerTests {
  /// Accepts connections at a Unix socket, and sends bytes to each or hangs up.
  private final class Impostor {
    let folder: TestFolder
    let descriptor: Int32
    private var accepted: [Int32] = []

    init() throws {
      folder = try TestFolder()
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(result == 0 && listen(descriptor, 16) == 0)
    }

    deinit {
      for descriptor in accepted + [descriptor] { close(descriptor) }
    }

    var path: String { folder.file("native") }

    /// Accepts and serves new connections; returns how many there were so far.
    func serve(_ words: [UInt8]?) -> Int {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return accepted.count }
        accepted.append(connection)
        guard let words else {
          shutdown(connection, Int32(SHUT_RDWR))
          continue
        }
        _ = send(connection, words, words.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  /// A frame of the native protocol: length, channel, offset of two words, flags.
  private static func frame(length: UInt32, _ body: [UInt8] = []) -> [UInt8] {
    [length, 0xFFFF_FFFF, 0, 0, 0].flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    } + body
  }

  @Test(
    "The knob stays offline with a reason, and turning it never blocks",
    arguments: [
      ("hangs up", nil), ("sends nothing", []),
      ("speaks HTTP", Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)),
      ("sends zeros", [UInt8](repeating: 0, count: 4096)),
      ("sends ones", [UInt8](repeating: 0xFF, count: 4096)),
      ("begins a frame of 4 GB", frame(length: .max)),
      ("sends a frame of garbage", frame(length: 64, [UInt8](repeating: 0x4C, count: 64))),
      ("ends in a frame", frame(length: 64, [0x4C, 0, 0])),
    ] as [(String, [UInt8]?)])
  func impostor(_ name: String, _ words: [UInt8]?) throws {
    let server = try Impostor()
    let loop = try EventLoop(clock: ManualClock())
    let settings = PulseSettings(.sink("one"), server: "unix:\(server.path)")
    let connection = PulseConnection(server: settings.server, loop: loop)
    let control = PulseControl(settings, at: connection, loop: loop)
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    control.start()
    // Only this thread answers, so a blocking call would never return.
    try Patience.run(loop, state: events) {
      control.set(level: 0.5, isFinal: true)
      return server.serve(words) > 0
    }
    control.set(level: 0.5, isFinal: true)
    try loop.advance(byMicroseconds: PulseSession.openMicroseconds)
    try #require(!events.isEmpty)
    #expect(
      events.allSatisfy { if case .offline(let reason) = $0 { !reason.isEmpty } else { false } },
      "\(events)")
    control.stop()
  }
}
