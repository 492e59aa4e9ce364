import Foundation
import JSON
import Linux
import Testing

@testable import PanelApplication

/// Programs that send as much as they can: what each turn of the loop handles, and how much is
/// buffered.
@Suite struct SocketFloodTests {
  private func withRig(_ body: (SocketRig) throws -> Void) throws {
    try Knobpanel.inFolder { folder in try body(try SocketRig(in: folder)) }
  }

  /// Returns the number of bytes read and not yet handled, of all programs.
  private func unread(_ rig: SocketRig) -> Int {
    rig.server.connections.reduce(0) { $0 + $1.unreadByteCount }
  }

  @Test("Nothing more is read while lines wait, and at most 16 are handled per turn")
  func requests() throws {
    try withRig { rig in
      let peer = try rig.connect()
      let request = #"{"command": "get", "knob": "a"}"# + "\n"
      var answered = peer.lineCount()
      for _ in 0..<200 {
        peer.offer(String(repeating: request, count: 2000))
        try rig.rig.loop.runOnce(timeoutMilliseconds: 0)
        let count = peer.lineCount()
        #expect(count - answered <= SocketConnection.turnRequestLimit)
        answered = count
        #expect(unread(rig) <= SocketConnection.lineByteLimit + SocketConnection.turnByteLimit)
      }
      #expect(answered > 100)
    }
  }

  @Test("Empty lines are skipped without buffering")
  func emptyLines() throws {
    try withRig { rig in
      let peer = try rig.connect()
      for _ in 0..<200 {
        peer.offer(String(repeating: "\n", count: 65_536))
        try rig.rig.loop.runOnce(timeoutMilliseconds: 0)
        #expect(unread(rig) <= SocketConnection.turnByteLimit)
      }
      // Requests after them are handled.
      for _ in 0..<100 { try rig.rig.loop.runOnce(timeoutMilliseconds: 0) }
      peer.send(#"{"command": "get", "knob": "a"}"# + "\n")
      #expect(try peer.line()?.contains("\"value\": 20") == true)
    }
  }

  @Test("Programs that request pictures at once share one, and those that left get none")
  func pictures() throws {
    try withRig { rig in
      for _ in 0..<100 {
        let peer = try rig.connect()
        peer.send(#"{"command": "screenshot"}"# + "\n")
        try rig.rig.loop.runOnce(timeoutMilliseconds: 0)
      }
      let peers = try (0..<8).map { _ in try rig.connect() }
      let count = rig.server.screenshots.copyCount
      for peer in peers { peer.send(#"{"command": "screenshot"}"# + "\n") }
      for peer in peers { #expect(try peer.line()?.contains("\"png\"") == true) }
      // The first may have been requested while none was being made.
      #expect(rig.server.screenshots.copyCount - count <= 2)
      #expect(rig.server.connections.count == peers.count)
    }
  }

  /// The picture is of an ordinary panel, but noise: its PNG has three bytes a pixel.
  @Test("All that is buffered for programs takes less than 32 MB, with a picture being made")
  func bytes() {
    let pixels = 1280 * 800
    let unread =
      SocketServer.connectionLimit
      * (SocketConnection.lineByteLimit + SocketConnection.turnByteLimit)
    let unsent =
      SocketServer.waitingByteLimit + Base64.textByteCount(of: 3 * pixels)
      + SocketServer.connectionLimit * SocketConnection.unsentByteLimit
    // As PictureMemoryTests counts it.
    let picture = 4 * pixels + 3 * 3 * pixels
    #expect(unread + unsent + picture < 32 << 20)
  }

  @Test("No picture is added to answers that are not read")
  func unreadPictures() throws {
    try withRig { rig in
      let peer = try rig.connect()
      rig.server.waitingByteLimit = -1
      let answer = try peer.ask(#"{"command": "screenshot", "id": 3}"#)
      #expect(answer["ok"]?.line == "false" && answer["id"]?.line == "3")
      #expect(answer["error"]?.line.contains("do not read their answers") == true)
    }
  }

  @Test("One reading of the layout serves all requests made before it starts")
  func reloads() throws {
    try withRig { rig in
      var readings = 0
      rig.reloader.onReading = { _, _ in readings += 1 }
      let peers = try (0..<6).map { _ in try rig.connect() }
      let request = #"{"command": "reload"}"# + "\n"
      for peer in peers { peer.send(request + request + #"{"command": "status"}"# + "\n") }
      for peer in peers {
        for _ in 0..<2 { #expect(try peer.line()?.contains("\"valid\": true") == true) }
        #expect(try peer.line()?.contains("\"programs\": 6") == true)
      }
      #expect((2...4).contains(readings))
    }
  }

  @Test("A reload requested by programs that leave is still done")
  func abandonedReloads() throws {
    try withRig { rig in
      var readings = 0
      rig.reloader.onReading = { _, _ in readings += 1 }
      do {
        let peers = try (0..<6).map { _ in try rig.connect() }
        for peer in peers { peer.send(#"{"command": "reload"}"# + "\n") }
      }
      try rig.rig.pass(milliseconds: 10)
      try rig.reloader.finishReading(on: rig.rig.loop)
      #expect(rig.server.connections.isEmpty)
      #expect((1...2).contains(readings))
    }
  }

  @Test("Reload requests of brokers are merged into one reading a second")
  func requestedReloads() throws {
    try withRig { rig in
      var readings = 0
      rig.reloader.onReading = { _, _ in readings += 1 }
      for _ in 0..<50 {
        rig.rig.application.reloader?.reloadThrottled()
        try rig.rig.pass(milliseconds: 100)
        try rig.reloader.finishReading(on: rig.rig.loop)
      }
      #expect((4...6).contains(readings))
    }
  }

  @Test("At the end, a file that replaced the socket stays")
  func replacedSocket() throws {
    try withRig { rig in
      try FileManager.default.removeItem(atPath: rig.path)
      try Data("mine".utf8).write(to: URL(filePath: rig.path))
      rig.server.close()
      #expect(try String(contentsOfFile: rig.path, encoding: .utf8) == "mine")
      try FileManager.default.removeItem(atPath: rig.path)
      let other = try UnixSocket.listen(rig.path, mode: 0o600).descriptor()
      rig.server.close()
      #expect(access(rig.path, F_OK) == 0)
      _ = other
    }
  }
}
