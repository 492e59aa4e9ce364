import Foundation
import JSON
import Layout
import Linux
import Testing

@testable import PanelApplication
@testable import knobpanel

/// A program that does not read its events, at a panel in this process.
@Suite struct StalledWatcherTests {
  private static let text = """
    version: 1
    knobs:
      a: {center: [200, 240], diameter: 200, value: 20}

    """

  @Test("It loses events, gets their count, and delays no other client")
  func losesEvents() throws {
    try Knobpanel.inFolder { folder in
      let path = folder.appending(path: "panel.yaml").path
      try Data(Self.text.utf8).write(to: URL(filePath: path))
      let rig = try ApplicationRig([])
      let reading = LayoutReading(path, for: DisplayMeasure(of: rig.display))
      try rig.application.show(try reading.result.get())
      try rig.application.start()
      defer { rig.application.stop() }
      // Nothing is drawn: this test is about events.
      rig.display.isReady = false
      let reloader = Reloader(
        path: path, reading: reading, application: rig.application, watches: false)
      let socket = folder.appending(path: "socket").path
      let server = try SocketServer(
        path: socket, mode: 0o600, application: rig.application, reloader: reloader,
        program: "1")
      defer { server.close() }
      // Some hundred events fit into the kernel's buffer, and about twenty into the server's.
      server.unsentByteLimit = 2000
      let watcher = try SocketPeer(socket, served: rig.loop)
      let other = try SocketPeer(socket, served: rig.loop)
      _ = (try watcher.line(), try other.line())
      _ = try watcher.ask(#"{"command": "watch"}"#)
      _ = try watcher.line()
      let count = 1000
      for round in 0..<count {
        let answer = try other.ask(
          #"{"command": "set", "knob": "a", "value": \#(round % 2 == 0 ? 30 : 40)}"#)
        #expect(answer["ok"]?.line == "true")
      }
      // Its answer follows the events sent before it.
      watcher.send(#"{"command": "get", "knob": "a", "id": 1}"# + "\n")
      var received = 0
      while try #require(try watcher.line()).contains("\"event\":\"remote\"") { received += 1 }
      // The number of lost events comes with the next event.
      _ = try other.ask(#"{"command": "set", "knob": "a", "value": 50}"#)
      #expect(try watcher.line() == "{\"event\": \"lost\", \"count\": \(count - received)}")
      #expect(try watcher.line()?.contains("\"value\":50") == true)
      #expect(received > 20 && received < count)
    }
  }
}
