import Gesture
import Knobs
import Layout
import Testing

@testable import Panel

/// Mutes of targets with a mute separate from their level.
@Suite struct MuteTests {
  private struct Settings: ControlSettings {
    var name = "amp"
  }

  private final class Play {
    let panel: PanelController
    private var time: Int64 = 0

    init(_ kind: ButtonLayout.Kind = .toggle, hasMute: Bool = true) {
      let knob = KnobLayout(
        id: "amp", center: DesignPoint(x: 200, y: 200), diameter: 100,
        control: .backEnd(Settings()))
      let button = ButtonLayout(
        id: "mute", center: DesignPoint(x: 500, y: 100), width: 80, height: 40,
        action: .mute([0]), kind: kind)
      let layout = LayoutDocument(panel: PanelLayout(), knobs: [knob], buttons: [button])
      panel = PanelController(
        layout: layout,
        viewport: Viewport(panel: layout.panel, displaySize: layout.panel.naturalSize))
      panel.connect(.knob(0))
      if hasMute { panel.handleMute(false, of: .knob(0), at: now) }
      panel.handleLevel(0.4, of: .knob(0), at: now)
      _ = happened()
    }

    var now: Timestamp { Timestamp(microseconds: time) }

    func press() {
      let center = DesignPoint(x: 500, y: 100)
      touch(.down(ContactID(device: 0, slot: 0), at(center)))
      touch(.up(ContactID(device: 0, slot: 0)))
    }

    func hold() {
      touch(.down(ContactID(device: 0, slot: 0), at(DesignPoint(x: 500, y: 100))))
    }

    func release() { touch(.up(ContactID(device: 0, slot: 0))) }

    /// Turns the knob by a quarter turn.
    func turn(clockwise: Bool) {
      let contact = ContactID(device: 0, slot: 1)
      touch(.down(contact, at(DesignPoint(x: 200, y: 160))))
      for step in 1...9 {
        let angle = Double(step) * 10 * .pi / 180 * (clockwise ? 1 : -1)
        let (x, y) = (200 + 40 * sine(angle), 200 - 40 * sine(.pi / 2 - angle))
        touch(.moved(contact, at(DesignPoint(x: x, y: y))))
      }
      touch(.up(contact))
    }

    private func sine(_ angle: Double) -> Double {
      // The series is accurate enough for a finger.
      var (term, sum) = (angle, angle)
      for n in 1..<12 {
        term *= -angle * angle / Double((2 * n) * (2 * n + 1))
        sum += term
      }
      return sum
    }

    private func at(_ point: DesignPoint) -> DisplayFraction {
      panel.viewport.displayFraction(designPoint: point)
    }

    private func touch(_ change: ContactChange) {
      time += 30_000
      panel.handle(TouchFrame(time: now, changes: [change]))
    }

    /// Returns the mutes requested since the last call, and whether the knob is shown as muted.
    func happened() -> String {
      defer {
        panel.controlRequests.removeAll()
        panel.events.removeAll()
      }
      let requests = panel.controlRequests.compactMap { request -> String? in
        if case .mute(let isMuted) = request.change { isMuted ? "mute" : "unmute" } else { nil }
      }
      let state = panel.viewState(ofKnob: 0)
      let isLit = panel.viewState(ofButton: 0).isOn
      return
        (requests + ["\(Int(panel.value(ofKnob: 0)))"]
        + (state.mutedFrom == nil ? [] : ["muted"]) + (isLit ? ["lit"] : []))
        .joined(separator: " ")
    }
  }

  @Test("A mute button mutes the target and keeps its value")
  func button() {
    let play = Play()
    play.press()
    #expect(play.happened() == "mute 40 muted lit")
    play.press()
    #expect(play.happened() == "unmute 40")
  }

  @Test("A knob without its own mute moves to its lowest value")
  func withoutMute() {
    let play = Play(hasMute: false)
    play.press()
    #expect(play.happened() == "0 muted lit")
    play.press()
    #expect(play.happened() == "40")
  }

  @Test("A momentary mute button undoes only its own mute")
  func momentary() {
    let play = Play(.momentary)
    play.hold()
    #expect(play.happened() == "mute 40 muted lit")
    play.release()
    #expect(play.happened() == "unmute 40")
    play.panel.handleMute(true, of: .knob(0), at: play.now)
    play.hold()
    play.release()
    #expect(play.happened() == "40 muted lit")
  }

  @Test("Zero is not muted, and muted is not zero")
  func zero() {
    let play = Play()
    play.panel.handleLevel(0, of: .knob(0), at: play.now)
    #expect(play.happened() == "0")
    play.panel.handleMute(true, of: .knob(0), at: play.now)
    #expect(play.happened() == "0 muted lit")
  }

  @Test("A remote mute is shown, with an event")
  func remote() {
    let play = Play()
    play.panel.handleMute(true, of: .knob(0), at: play.now)
    #expect(play.panel.events.compactMap(\.knob).map(\.kind) == [.remote])
    #expect(play.panel.events.compactMap(\.knob).map(\.isMuted) == [true])
    #expect(play.happened() == "40 muted lit")
  }

  @Test("Turning up unmutes the target; turning down does not")
  func turned() {
    let play = Play()
    play.press()
    _ = play.happened()
    play.turn(clockwise: false)
    let down = play.happened()
    #expect(down.hasSuffix("muted lit") && !down.contains("unmute"))
    play.turn(clockwise: true)
    let up = play.happened()
    #expect(up.hasPrefix("unmute") && !up.contains("muted lit"))
  }
}
