import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel

/// The parts of a look that depend on time, on taps, or on whether the knob takes fingers.
@Suite struct PanelLookTests {
  private static let thumb = ContactID(device: 0, slot: 0)

  private func panel(_ change: (inout KnobLayout) -> Void) -> PanelController {
    var knob = KnobLayout(
      id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, scale: Scale(step: 1),
      value: 20)
    change(&knob)
    let layout = LayoutDocument(panel: PanelLayout(width: 480, height: 480), knobs: [knob])
    return PanelController(
      layout: layout,
      viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 480, height: 480)))
  }

  private func at(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1000)
  }

  private func touch(_ panel: PanelController, _ milliseconds: Int64, _ change: ContactChange) {
    panel.handle(TouchFrame(time: at(milliseconds), changes: [change]))
  }

  /// Taps at 3 o'clock.
  private func tap(_ panel: PanelController, _ milliseconds: Int64) {
    touch(panel, milliseconds, .down(Self.thumb, DisplayFraction(x: 300 / 480, y: 0.5)))
    touch(panel, milliseconds + 60, .up(Self.thumb))
  }

  private func run(_ panel: PanelController, until milliseconds: Int64) {
    while let wake = panel.nextWake, wake <= at(milliseconds) { panel.tick(at: wake) }
  }

  @Test("The name is shown until a finger lands, and again some time after it lifts")
  func swap() {
    let panel = panel { $0.look.swapMicroseconds = 1_500_000 }
    #expect(panel.viewState(ofKnob: 0).nameShare >= 1)
    #expect(panel.nextWake == nil)
    touch(panel, 0, .down(Self.thumb, DisplayFraction(x: 300 / 480, y: 0.5)))
    #expect(panel.viewState(ofKnob: 0).nameShare < 1)
    run(panel, until: 5_000)
    #expect(panel.viewState(ofKnob: 0).nameShare < 1, "as long as the finger stays")
    touch(panel, 5_000, .up(Self.thumb))
    run(panel, until: 6_499)
    #expect(panel.viewState(ofKnob: 0).nameShare < 1)
    #expect(panel.nextWake == at(6_500))
    run(panel, until: 6_500 + 300 + 17)
    #expect(panel.viewState(ofKnob: 0).nameShare >= 1)
    #expect(panel.nextWake == nil, "no further wake-up")
  }

  @Test(
    "The name fades in, and disappears at once when a finger lands",
    arguments: [
      (0, 0.0), (60, 0.104), (150, 0.5), (240, 0.896), (299, 0.99), (300, 1), (9_000, 1),
    ] as [(Int64, Double)])
  func crossFade(after milliseconds: Int64, share: Double) {
    let panel = panel { $0.look.swapMicroseconds = 1_000_000 }
    tap(panel, 0)
    let start: Int64 = 60 + 1_000
    run(panel, until: start)
    panel.tick(at: at(start + milliseconds))
    #expect(abs(panel.viewState(ofKnob: 0).nameShare - share) < 0.01)
    #expect((panel.nextWake == nil) == (share == 1), "ticks only while it lasts")
    touch(panel, 20_000, .down(Self.thumb, DisplayFraction(x: 300 / 480, y: 0.5)))
    #expect(panel.viewState(ofKnob: 0).nameShare == 0)
  }

  @Test("A fade requests no more frames than it needs") func fadeFrames() {
    let panel = panel { $0.look.swapMicroseconds = 1_000_000 }
    tap(panel, 0)
    run(panel, until: 1_059)
    var shares: [Double] = []
    while let wake = panel.nextWake {
      panel.tick(at: wake)
      shares.append(panel.viewState(ofKnob: 0).nameShare)
    }
    #expect(shares.count == 19, "at 60 a second")
    #expect(shares == shares.sorted())
    #expect(shares.last == 1)
  }

  @Test("A reload keeps showing the value")
  func swapSurvivesReload() {
    var layout = LayoutDocument(
      panel: PanelLayout(width: 480, height: 480),
      knobs: [
        KnobLayout(
          id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, scale: Scale(step: 1),
          value: 20)
      ])
    layout.knobs[0].look.swapMicroseconds = 1_000_000
    let viewport = Viewport(
      panel: layout.panel, displaySize: PixelSize(width: 480, height: 480))
    let panel = PanelController(layout: layout, viewport: viewport)
    tap(panel, 0)
    run(panel, until: 500)
    layout.knobs[0].name = "Kitchen"
    let saved = panel.successor(layout: layout, viewport: viewport, at: at(500))
    #expect(saved.viewState(ofKnob: 0).nameShare == 0)
    run(saved, until: 1_059)
    #expect(saved.viewState(ofKnob: 0).nameShare == 0)
    run(saved, until: 1_060 + 150)
    let share = saved.viewState(ofKnob: 0).nameShare
    #expect(share > 0.3 && share < 0.6)
    let again = saved.successor(layout: layout, viewport: viewport, at: at(1_210))
    #expect(again.viewState(ofKnob: 0).nameShare == share)
    run(again, until: 5_000)
    #expect(again.viewState(ofKnob: 0).nameShare >= 1)
    #expect(again.nextWake == nil)
  }

  @Test("A named value is shown without its unit") func namedValues() {
    let panel = panel {
      $0.unit = "°C"
      $0.format = ValueFormat(decimals: 0, named: [.init(value: 20, name: "off")])
    }
    #expect(panel.viewState(ofKnob: 0).text == "off")
    #expect(panel.viewState(ofKnob: 0).isNamed)
    panel.set(value: 21, ofKnob: 0)
    #expect(panel.viewState(ofKnob: 0).text == "21")
    #expect(!panel.viewState(ofKnob: 0).isNamed)
  }

  @Test("A remote value is shown for some time, too") func swapAfterRemoteChange() {
    let panel = panel { $0.look.swapMicroseconds = 1_000_000 }
    panel.connect(.knob(0))
    panel.handleLevel(0.2, of: .knob(0), at: at(0))
    run(panel, until: 3_000)
    #expect(panel.viewState(ofKnob: 0).nameShare >= 1)
    panel.handleLevel(0.6, of: .knob(0), at: at(4_000))
    #expect(panel.viewState(ofKnob: 0).nameShare < 1)
    run(panel, until: 4_999)
    #expect(panel.viewState(ofKnob: 0).nameShare < 1)
    run(panel, until: 5_317)
    #expect(panel.viewState(ofKnob: 0).nameShare >= 1)
    #expect(panel.nextWake == nil)
  }

  @Test("A knob that does not swap causes no wake-ups") func noSwap() {
    let panel = panel { _ in }
    tap(panel, 0)
    run(panel, until: 1_000)
    #expect(panel.nextWake == nil)
    #expect(panel.viewState(ofKnob: 0).nameShare < 1)
  }

  @Test("A disabled knob looks disabled, ignores fingers, and still follows its control")
  func disabled() {
    let panel = panel { $0.isEnabled = false }
    #expect(panel.viewState(ofKnob: 0).state == .disabled)
    tap(panel, 0)
    #expect(panel.events.isEmpty)
    panel.connect(.knob(0))
    #expect(panel.viewState(ofKnob: 0).state == .unknown)
    panel.handleLevel(0.7, of: .knob(0), at: at(100))
    #expect(panel.value(ofKnob: 0) == 70)
    #expect(panel.viewState(ofKnob: 0).state == .disabled)
  }

  @Test("A muted knob shows the value to restore, also when its control confirms the mute")
  func muted() {
    let panel = panel { $0.taps.action = .mute }
    panel.connect(.knob(0))
    panel.handleLevel(0.2, of: .knob(0), at: at(0))
    #expect(panel.viewState(ofKnob: 0).mutedFrom == nil)
    tap(panel, 100)
    run(panel, until: 1_000)
    #expect(panel.viewState(ofKnob: 0).mutedFrom == 0.2)
    panel.handleLevel(0, of: .knob(0), at: at(1_000))
    #expect(panel.viewState(ofKnob: 0).mutedFrom == 0.2)
    tap(panel, 2_000)
    run(panel, until: 3_000)
    #expect(panel.value(ofKnob: 0) == 20)
    #expect(panel.viewState(ofKnob: 0).mutedFrom == nil)
    tap(panel, 4_000)
    panel.handleLevel(0.5, of: .knob(0), at: at(5_000))
    run(panel, until: 6_000)
    #expect(panel.viewState(ofKnob: 0).mutedFrom == nil, "someone else turned it up")
  }
}
