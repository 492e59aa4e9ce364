import Foundation
import JSON
import Linux
import Program
import Testing

@testable import PanelApplication

/// The socket of a running panel, and misbehaving programs.
@Suite struct SocketTests {
  private static let layout = """
    version: 1
    knobs:
      a: {center: [200, 240], diameter: 200, value: 20}
      source: {center: [600, 240], diameter: 200, sectors: [Radio, CD, TV]}
    buttons:
      mute: {center: [400, 440], size: [140, 60], mute: a}
    pages: {one: {}, two: {}}

    """

  private func withPanel(
    _ body: (_ panel: RunningPanel, _ socket: String, _ folder: URL) throws -> Void
  ) throws {
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(Self.layout, in: folder)
      try body(panel, folder.appending(path: "socket").path, folder)
    }
  }

  @Test("The first line names the protocol; answers carry the ids of their requests")
  func answers() throws {
    try withPanel { _, socket, _ in
      let peer = try SocketPeer(socket)
      #expect(
        try peer.line() == #"{"knobpanel": "\#(ProgramVersion.current)", "protocol": 1}"#)
      let get = try peer.ask(#"{"command": "get", "knob": "source", "id": 7}"#)
      #expect(
        get.line == #"{"id": 7, "ok": true, "knob": "source", "value": 0, "name": "Radio", "#
          + #""minimum": 0, "maximum": 2, "state": "online"}"#)
      let set = try peer.ask(#"{"command": "set", "knob": "source", "value": "TV"}"#)
      #expect(set["name"]?.line == "\"TV\"")
      let failure = try peer.ask(#"{"command": "set", "knob": "sourse", "value": 1}"#)
      #expect(
        failure.line == #"{"ok": false, "error": "the layout has no knob 'sourse'", "#
          + #""hint": "did you mean 'source'? its knobs: a, source"}"#)
      #expect(try peer.ask("noise")["error"]?.line == "\"this is not a JSON object\"")
      // An id can have any type.
      for id in ["1", "\"a\"", "[1, 2]", "null"] {
        let failure = try peer.ask("{\"command\": \"fly\", \"id\": \(id)}")
        #expect(failure.line.hasPrefix("{\"id\": \(id), \"ok\": false"))
      }
    }
  }

  @Test("Events go only to programs that watch")
  func watching() throws {
    try withPanel { _, socket, _ in
      let (watcher, other) = (try SocketPeer(socket), try SocketPeer(socket))
      _ = (try watcher.line(), try other.line())
      _ = try watcher.ask(#"{"command": "watch"}"#)
      _ = try watcher.line()
      _ = try other.ask(#"{"command": "set", "knob": "source", "value": "CD"}"#)
      let event = try #require(try watcher.line())
      #expect(event.contains(#""knob":"source","event":"remote","value":1,"name":"CD""#))
      // The next line is the answer, not an event.
      #expect(try other.ask(#"{"command": "page", "page": "two"}"#).line == #"{"ok": true}"#)
      #expect(try watcher.line()?.contains(#""page":"two","event":"shown""#) == true)
    }
  }

  @Test("An endless line is refused, and the connection stays open")
  func endlessLine() throws {
    try withPanel { _, socket, _ in
      let peer = try SocketPeer(socket)
      _ = try peer.line()
      for _ in 0..<200 { peer.send(String(repeating: "x", count: 10_000)) }
      peer.send("\n")
      #expect(try peer.line()?.contains("the limit is 65536 bytes") == true)
      #expect(try peer.ask(#"{"command": "get", "knob": "a"}"#)["value"]?.line == "20")
    }
  }

  @Test("The thirty-third program is refused, and accepted once another leaves")
  func manyPrograms() throws {
    try withPanel { _, socket, _ in
      var peers = try (0..<SocketServer.connectionLimit).map { _ in try SocketPeer(socket) }
      for peer in peers { #expect(try peer.line()?.contains("protocol") == true) }
      let last = try SocketPeer(socket)
      #expect(try last.line()?.contains("too many programs") == true)
      #expect(try last.line() == nil)
      peers.removeLast()
      // Once the panel has noticed the end of that one.
      let isAccepted = try (0..<100_000).contains { _ in
        try SocketPeer(socket).line()?.contains("protocol") == true
      }
      #expect(isAccepted)
    }
  }

  @Test("Pipelined requests are answered in order, even after the sender's end")
  func pipelined() throws {
    try withPanel { _, socket, _ in
      let peer = try SocketPeer(socket)
      _ = try peer.line()
      let lines = (0..<300).map { "{\"command\": \"get\", \"knob\": \"a\", \"id\": \($0)}\n" }
      #expect(peer.send(lines.joined()))
      peer.endSending()
      for id in 0..<300 { #expect(try peer.line()?.hasPrefix("{\"id\": \(id), ") == true) }
      #expect(try peer.line() == nil)
    }
  }

  @Test("Programs that leave during a request or a screenshot leak no descriptors")
  func disconnections() throws {
    try withPanel { panel, socket, _ in
      let count = {
        try FileManager.default.contentsOfDirectory(atPath: panel.statusFolder + "/fd").count
      }
      let peer = try SocketPeer(socket)
      _ = try peer.line()
      let before = try count()
      for text in [
        "", "{\"comm", "{\"command\": \"screenshot\"}\n", "{\"command\": \"watch\"}\n", "\n\n\n",
      ] {
        for _ in 0..<20 { try SocketPeer(socket).send(text) }
      }
      // The others are counted until the panel has noticed their ends.
      let isAlone = try (0..<100_000).contains { _ in
        try peer.ask(#"{"command": "status"}"#)["programs"]?.line == "1"
      }
      #expect(isAlone)
      // Pictures are made one after the other, so this one waits for the others.
      #expect(try peer.ask(#"{"command": "screenshot"}"#)["ok"]?.line == "true")
      // The thread that made it may take another moment to end.
      #expect(try (0..<100_000).contains { _ in try count() == before })
    }
  }

  @Test("Only its user may connect, and the socket is removed with the panel")
  func file() throws {
    try Knobpanel.inFolder { folder in
      let socket = folder.appending(path: "socket").path
      do {
        let panel = try RunningPanel(Self.layout, in: folder)
        var status = stat()
        #expect(stat(socket, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(panel.isRunning)
      }
      #expect(access(socket, F_OK) != 0)
    }
  }

  @Test("The socket of a killed panel is replaced; another file is not")
  func abandoned() throws {
    try Knobpanel.inFolder { folder in
      let socket = folder.appending(path: "socket").path
      try RunningPanel(Self.layout, in: folder).send(SIGKILL)
      #expect(access(socket, F_OK) == 0)
      let panel = try RunningPanel(Self.layout, in: folder, options: ["--socket-mode", "660"])
      #expect(try SocketPeer(socket).line()?.contains("protocol") == true)
      var status = stat()
      #expect(stat(socket, &status) == 0 && status.st_mode & 0o777 == 0o660)
      #expect(panel.isRunning)
      let file = folder.appending(path: "file")
      try Data("mine".utf8).write(to: file)
      let outcome = try Knobpanel.run(
        ["run", "panel.yaml", "--display", "headless", "--socket", file.path], in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("File exists"))
      #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    }
  }

  @Test("Of two panels at one path, the second fails if --socket is given, else has no socket")
  func twoPanels() throws {
    try withPanel { _, socket, folder in
      let second = try RunningPanel(Self.layout, in: folder, name: "second.yaml")
      #expect(second.log.contains("another panel listens there; programs cannot reach this panel"))
      let outcome = try Knobpanel.run(
        ["run", "panel.yaml", "--display", "headless", "--socket", socket], in: folder)
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.contains(
          "error: \(socket): another panel listens there\n"
            + "Name another path with --socket, or none for no socket."))
      #expect(try SocketPeer(socket).line()?.contains("protocol") == true)
    }
  }

  @Test("A path that is too long or in a missing folder is reported in one line")
  func badPaths() throws {
    try Knobpanel.inFolder { folder in
      try Data(Self.layout.utf8).write(to: folder.appending(path: "panel.yaml"))
      for (path, reason) in [
        (String(repeating: "x", count: 200), "File name too long"),
        ("nowhere/socket", "No such file or directory"),
      ] {
        let outcome = try Knobpanel.run(
          ["run", "panel.yaml", "--display", "headless", "--socket", path], in: folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("error: no socket: \(path): \(reason)"))
      }
    }
  }
}
