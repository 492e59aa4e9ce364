import Gesture
import Glibc
import Testing
import Touch

@testable import Wayland

/// A real mouse over a real window.
@Suite(.serialized)
struct MouseTests {
  /// The touch changes that a window reports for the mouse.
  final class Recorder {
    var changes: [ContactChange] = []

    func count(_ holds: (ContactChange) -> Bool) -> Int { changes.filter(holds).count }
  }

  /// Makes a window that fills the desktop, with the mouse at (100, 100) of its 640 by 400.
  private func window(on desktop: Desktop) throws -> (client: Client, recorder: Recorder) {
    let client = try Client(desktop.weston) { $0.isFullscreen = true }
    let recorder = Recorder()
    client.display.touch.onFrame = { recorder.changes += $0.changes }
    client.display.touch.start()
    try client.show(try noise(client.display.size))
    // A press counts once the window is under the mouse, which takes a moment.
    #expect(
      try client.wait {
        try? desktop.mouse("mousemove 100 100 click 1")
        return recorder.changes.contains { $0.isUp }
      })
    // Weston adds the X server's movements to an initial position that may be wrong; its own
    // pointer stops at the corners. Events after this press belong to later requests.
    try desktop.mouse("mousemove 639 399 mousemove 0 0 mousemove 64 40 click 1")
    #expect(
      try client.wait {
        let point = DisplayFraction(x: 0.1, y: 0.1)
        let (up, down) = (recorder.changes.last, recorder.changes.dropLast().last)
        return up?.isUp == true && down?.isDown(at: point) == true
      })
    recorder.changes.removeAll()
    try desktop.mouse("mousemove 100 100")
    return (client, recorder)
  }

  @Test("A drag is a finger: down with the button, moved, up")
  func drag() throws {
    let desktop = try Desktop()
    let (client, recorder) = try window(on: desktop)
    // A mouse with its button up touches nothing.
    try desktop.mouse("mousemove 200 200 mousemove 160 100")
    try desktop.mouse("mousedown 1 mousemove 320 200 mousemove 480 300 mouseup 1")
    #expect(try client.wait { recorder.changes.contains { $0.isUp } })
    guard case .down(let contact, let start)? = recorder.changes.first else {
      Issue.record("\(recorder.changes)")
      return
    }
    #expect(start == DisplayFraction(x: 0.25, y: 0.25))
    #expect(recorder.changes.contains(.moved(contact, DisplayFraction(x: 0.75, y: 0.75))))
    #expect(recorder.changes.last == .up(contact))
  }

  @Test("Buttons other than the left one do nothing")
  func otherButton() throws {
    let desktop = try Desktop()
    let (client, recorder) = try window(on: desktop)
    try desktop.mouse("mousedown 3 mousemove 320 200 mouseup 3 mousedown 1 mouseup 1")
    #expect(try client.wait { recorder.changes.contains { $0.isUp } })
    #expect(recorder.count { $0.isUp } == 1)
    guard case .down(_, let start)? = recorder.changes.first else {
      Issue.record("\(recorder.changes)")
      return
    }
    #expect(start == DisplayFraction(x: 0.5, y: 0.5))
  }

  @Test("The wheel turns the dial under the mouse, upward clockwise", arguments: [(4, 1), (5, -1)])
  func wheel(_ button: Int, _ sign: Double) throws {
    let desktop = try Desktop()
    let (client, recorder) = try window(on: desktop)
    let dial = WheelDial(
      center: DisplayFraction(x: 0.5, y: 0.5), grip: DisplayFraction(x: 0.5, y: 0.25))
    var requested: DisplayFraction?
    client.display.touch.dialAt = {
      requested = $0
      return dial
    }
    try desktop.mouse("mousemove 320 300 click \(button)")
    #expect(try client.wait { recorder.changes.contains { $0.isUp } })
    #expect(requested == DisplayFraction(x: 0.5, y: 0.75))
    let moves = recorder.changes.compactMap { change -> DisplayFraction? in
      if case .moved(_, let point) = change { point } else { nil }
    }
    let last = try #require(moves.last)
    let degrees = atan2((last.x - 0.5) * 640, (0.5 - last.y) * 400) * 180 / .pi
    #expect(abs(degrees - sign * WheelTurn.degreesPerNotch) < 1e-6)
  }
}

extension ContactChange {
  fileprivate func isDown(at point: DisplayFraction) -> Bool {
    if case .down(_, point) = self { true } else { false }
  }

  fileprivate var isUp: Bool {
    if case .up = self { true } else { false }
  }
}
