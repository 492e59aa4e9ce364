import Foundation
import Linux
import Testing

@testable import PanelApplication

/// A panel in this process with a socket, on a manual clock.
final class SocketRig {
  static let text = """
    version: 1
    knobs:
      a: {center: [200, 240], diameter: 200, value: 20}

    """

  let rig: ApplicationRig
  let reloader: Reloader
  let server: SocketServer
  let folder: URL
  let path: String

  init(in folder: URL, text: String = SocketRig.text) throws {
    self.folder = folder
    let layout = folder.appending(path: "panel.yaml").path
    try Data(text.utf8).write(to: URL(filePath: layout))
    rig = try ApplicationRig([])
    let reading = LayoutReading(layout, for: DisplayMeasure(of: rig.display))
    try rig.application.show(try reading.result.get())
    try rig.application.start()
    // Nothing is drawn: these tests are about the socket.
    rig.display.isReady = false
    reloader = Reloader(
      path: layout, reading: reading, application: rig.application, watches: false)
    path = folder.appending(path: "socket").path
    server = try SocketServer(
      path: path, mode: 0o600, application: rig.application, reloader: reloader, program: "1")
  }

  deinit {
    server.close()
    rig.application.stop()
  }

  /// Connects a program and reads its greeting.
  func connect() throws -> SocketPeer {
    let peer = try SocketPeer(path, served: rig.loop)
    _ = try peer.line()
    return peer
  }
}
