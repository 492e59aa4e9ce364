import Foundation
import JSON
import Linux
import Logging
import Panel
import PanelApplication
import TestPatience
import Testing
import WebServer

@testable import Preview

/// A preview in this process without a server, on a manual clock.
final class SessionRig {
  static let text = """
    version: 1
    knobs:
      a: {center: [100, 100], diameter: 150, value: 20}
      b: {center: [300, 100], diameter: 150, value: 20, control: {command: {set: ["true", "{value}"]}}}
    buttons: {low: {center: [200, 250], size: [120, 60], text: Low, preset: {a: 5}}}
    panel: {size: [400, 300]}

    """

  let clock = ManualClock()
  let loop: EventLoop
  let folder: URL
  let session: PreviewSession
  static let client = ClientID(1)
  private var describedPanel: PanelController?

  /// Makes a preview of a layout in a folder, in which `prepare` creates other files.
  init(
    isEditable: Bool = false, text: String = SessionRig.text,
    prepare: (URL) throws -> Void = { _ in }
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID())/panel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appending(path: "panel.yaml"))
    try prepare(folder)
    loop = try EventLoop(clock: clock)
    session = try PreviewSession(
      path: folder.appending(path: "panel.yaml").path,
      options: PreviewOptions(version: "1", isEditable: isEditable, isLive: false), loop: loop,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    session.browsers[Self.client] = Browser()
    try session.application.start()
  }

  deinit {
    session.application.stop()
    try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }

  func handle(_ message: String) throws {
    let message = try #require(BrowserMessage(Array(message.utf8)), "\(message)")
    session.handle(message, of: Self.client)
  }

  func handle(_ pairs: [(key: String, value: JSONValue)]) throws {
    try handle(JSONValue.object(pairs).line)
  }

  /// Returns everything that the browser is sent now.
  func sentMessages() -> String {
    session.browsers[Self.client]?.written()
    // As the session does when another layout is shown.
    if session.scene.panel !== describedPanel { session.browsers[Self.client]?.changed(.panel) }
    describedPanel = session.scene.panel
    let current = Browser.Current(
      topics: session.topics, reading: PanelReading(of: session.scene.panel), frame: 0)
    let messages = session.browsers[Self.client]?.messages(current) { _ in nil } ?? []
    return messages.map { String(decoding: $0.payload, as: UTF8.self) }.joined(separator: "\n")
  }

  /// Reads the layout again, as after a save.
  func reload() throws {
    session.reloader.reload()
    try Patience.run(loop, state: "the layout is not read") { !session.reloader.isReading }
  }
}
