import Display
import Foundation
import Gesture
import Linux
import NotifySocket
import Testing

@testable import PanelApplication

/// The messages of a panel to the service manager.
@Suite struct ServiceTests {
  private typealias Rig = ApplicationRig
  /// The watchdog interval; a keep-alive is sent at once, and then after each third of it.
  private static let interval: Int64 = 90_000

  private func manager(_ socket: NotifySocket) throws -> ServiceManager {
    let environment = socket.environment(watchdogMicroseconds: Self.interval)
    return try #require(ServiceManager { environment[$0] })
  }

  /// Returns all messages sent until this many thirds of the interval have passed.
  private func messages(of rig: Rig, _ socket: NotifySocket, thirds: Int64) throws -> [String] {
    try rig.pass(milliseconds: thirds * 30)
    return socket.messages()
  }

  @Test("READY follows the first picture, then come keep-alives, then STOPPING")
  func life() throws {
    let socket = try NotifySocket()
    let rig = try Rig(manager: manager(socket)) { $0.isShowing = false }
    try rig.application.start()
    #expect(socket.messages() == [])
    rig.display.isShowing = true
    rig.display.onEvent(.startedShowing)
    #expect(socket.messages() == ["READY=1\nSTATUS=showing on display"])
    #expect(try messages(of: rig, socket, thirds: 2) == ["WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
    rig.display.onEvent(.paused(reason: "unplugged"))
    rig.display.onEvent(.startedShowing)
    #expect(
      socket.messages() == [
        "STATUS=showing nothing: unplugged", "STATUS=showing on display",
      ])
    rig.application.stop()
    #expect(socket.messages() == ["STOPPING=1"])
  }

  @Test("a panel that waits for a screen, as requested, is ready")
  func waiting() throws {
    let socket = try NotifySocket()
    let rig = try Rig(manager: manager(socket)) {
      $0.isReady = false
      $0.isShowing = false
      $0.isWaiting = true
    }
    defer { rig.application.stop() }
    try rig.application.start()
    #expect(socket.messages() == ["READY=1\nSTATUS=showing nothing: display"])
  }

  @Test("no keep-alive after touch has ended")
  func touchEnded() throws {
    let socket = try NotifySocket()
    let rig = try Rig(manager: manager(socket))
    defer { rig.application.stop() }
    try rig.application.start()
    #expect(try messages(of: rig, socket, thirds: 0).last == "WATCHDOG=1")
    rig.touch.hasEnded = true
    #expect(try messages(of: rig, socket, thirds: 100) == [])
  }

  @Test("no keep-alive while a screen accepts no frame, and again when it does")
  func stalled() throws {
    let socket = try NotifySocket()
    let rig = try Rig(manager: manager(socket)) { $0.periodMicroseconds = 16_667 }
    defer { rig.application.stop() }
    try rig.application.start()
    rig.display.isReady = false
    rig.scene.invalidate()
    // A stall of up to half the interval is tolerated.
    #expect(try messages(of: rig, socket, thirds: 1).contains("WATCHDOG=1"))
    #expect(try messages(of: rig, socket, thirds: 100) == [])
    rig.display.isReady = true
    rig.display.onEvent(.ready(shownAtMicroseconds: nil))
    #expect(try messages(of: rig, socket, thirds: 2).contains("WATCHDOG=1"))
  }

  @Test("a compositor that requests no frame is not a fault")
  func hiddenWindow() throws {
    let socket = try NotifySocket()
    let rig = try Rig(manager: manager(socket))
    defer { rig.application.stop() }
    try rig.application.start()
    rig.display.isReady = false
    rig.scene.invalidate()
    // The first one is READY.
    #expect(try messages(of: rig, socket, thirds: 6).count == 1 + 7)
  }

  @Test("the program sends READY, keep-alives and STOPPING")
  func program() throws {
    let socket = try NotifySocket()
    try Knobpanel.inFolder { folder in
      let panel = try RunningPanel(
        RunningPanel.text(value: 10), in: folder,
        environment: socket.environment(watchdogMicroseconds: 300_000))
      // The messages so far.
      var messages: [String] = []
      func wait(_ what: String, until isSo: () -> Bool) throws {
        try panel.wait(what, or: [socket.descriptor]) { _ in
          messages += socket.messages()
          return isSo()
        }
      }
      try wait("ready") { messages.first?.hasPrefix("READY=1\n") == true }
      try wait("a keep-alive") { messages.contains("WATCHDOG=1") }
      try panel.expectToEnd()
      #expect(socket.messages().last == "STOPPING=1")
    }
  }
}
