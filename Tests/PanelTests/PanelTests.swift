import Gesture
import JSON
import Knobs
import Layout
import LayoutFile
@testable import Panel
import Raster
import Testing

/// A panel of 200 × 100 with two knobs of radius 40: `left` at (50, 50), `right` at (150, 50).
private func makePanel(
  _ change: (inout KnobLayout) -> Void = { _ in }
) -> PanelController {
  let knobs = [("left", 50.0), ("right", 150.0)].map { id, x in
    var knob = KnobLayout(
      id: id, center: DesignPoint(x: x, y: 50), diameter: 80, scale: Scale(step: 1), value: 20)
    change(&knob)
    return knob
  }
  let layout = LayoutDocument(panel: PanelLayout(width: 200, height: 100), knobs: knobs)
  return PanelController(
    layout: layout,
    viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 200, height: 100)))
}

private let thumb = ContactID(device: 0, slot: 0)
private let index = ContactID(device: 0, slot: 1)

/// A position on a knob's ring.
private func on(_ knob: Int, _ quarter: Int) -> DisplayFraction {
  let (dx, dy) = [(0.0, -30.0), (30, 0), (0, 30), (-30, 0)][quarter % 4]
  return DisplayFraction(x: (50 + 100 * Double(knob) + dx) / 200, y: (50 + dy) / 100)
}

extension PanelController {
  fileprivate func touch(_ milliseconds: Int64, _ changes: ContactChange...) {
    handle(TouchFrame(time: Timestamp(microseconds: milliseconds * 1000), changes: changes))
  }

  /// Returns the kinds and values of events since the last call.
  fileprivate func happened() -> [String] {
    defer { events.removeAll() }
    return knobEvents.map {
      "\(layout.knobs[$0.knob].id) \($0.kind.rawValue) \(JSONText.number($0.value))"
    }
  }

  fileprivate func requested() -> [ControlRequest] {
    defer { controlRequests.removeAll() }
    return controlRequests
  }

  fileprivate func remote(_ level: Double, _ milliseconds: Int64, knob: Int = 0) {
    handleLevel(level, of: .knob(knob), at: Timestamp(microseconds: milliseconds * 1000))
  }
}

/// The rows of the case table in `PanelController`.
@Suite struct PanelTests {
  /// A panel whose left knob controls a target at level 0.2.
  private func connected(_ change: (inout KnobLayout) -> Void = { _ in }) -> PanelController {
    let panel = makePanel(change)
    panel.connect(.knob(0))
    panel.remote(0.2, 0)
    panel.events.removeAll()
    return panel
  }

  @Test("Row 1: Touching alone changes nothing and sends no requests")
  func touching() {
    let panel = connected()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(500, .up(thumb))
    #expect(panel.happened() == ["left began 20", "left ended 20"])
    #expect(panel.requested().isEmpty)
  }

  @Test("Row 1: An absolute knob moves to the finger")
  func absolute() {
    let panel = makePanel { $0.turn = .absolute }
    panel.touch(0, .down(thumb, on(0, 0)))
    #expect(panel.happened() == ["left began 20", "left changed 50"])
  }

  @Test("Row 2: Turning changes the value and sends requests, the last one final")
  func turning() {
    let panel = connected()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(10, .moved(thumb, on(0, 1)))
    panel.touch(20, .moved(thumb, on(0, 1)))
    panel.touch(900, .up(thumb))
    #expect(panel.happened() == ["left began 20", "left changed 53", "left ended 53"])
    #expect(
      panel.requested() == [
        .init(knob: 0, level: 0.53, isFinal: false), .init(knob: 0, level: 0.53, isFinal: true),
      ])
  }

  @Test("Two knobs turn at once, each by its own finger")
  func twoKnobsAtOnce() {
    let panel = makePanel()
    panel.touch(0, .down(thumb, on(0, 0)), .down(index, on(1, 0)))
    panel.touch(10, .moved(thumb, on(0, 1)), .moved(index, on(1, 3)))
    panel.touch(900, .up(index), .up(thumb))
    #expect(
      panel.happened() == [
        "left began 20", "right began 20", "left changed 53", "right changed 0", "right ended 0",
        "left ended 53",
      ])
  }

  @Test("Contacts of two devices with the same slot are two fingers")
  func twoDevices() {
    let panel = makePanel()
    let otherDevice = ContactID(device: 1, slot: 0)
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(1, .down(otherDevice, on(1, 0)))
    panel.touch(51, .moved(otherDevice, on(1, 0)))
    panel.touch(102, .moved(otherDevice, on(1, 1)))
    #expect(panel.value(ofKnob: 0) == 20)
    #expect(panel.value(ofKnob: 1) == 53)
  }

  @Test("Row 3: A second finger on a held knob is ignored, also after the first lifts")
  func secondFinger() {
    let panel = makePanel()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(1, .down(index, on(0, 1)))
    panel.touch(2, .moved(index, on(0, 2)))
    panel.touch(400, .up(thumb))
    panel.touch(401, .moved(index, on(0, 3)))
    panel.touch(402, .up(index))
    #expect(panel.happened() == ["left began 20", "left ended 20"])
  }

  @Test("Rows 4 and 7: A level waits for the finger, then the knob follows its control")
  func levelWaits() {
    let panel = connected()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.remote(0.7, 5)
    #expect(panel.value(ofKnob: 0) == 20)
    panel.touch(900, .up(thumb))
    #expect(panel.happened() == ["left began 20", "left ended 20", "left remote 70"])
    #expect(panel.requested().isEmpty)
  }

  @Test("Row 5: A level that the finger overrides is dropped")
  func overriddenLevel() {
    let panel = connected()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.remote(0.7, 5)
    panel.touch(10, .moved(thumb, on(0, 1)))
    panel.touch(900, .up(thumb))
    #expect(panel.happened() == ["left began 20", "left changed 53", "left ended 53"])
    #expect(panel.requested().last == .init(knob: 0, level: 0.53, isFinal: true))
  }

  @Test("Rows 5 and 7: A level after the finger's last change is kept and not overwritten")
  func levelAfterTheTurn() {
    let panel = connected()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(50, .moved(thumb, on(0, 0)))
    panel.touch(100, .moved(thumb, on(0, 1)))
    panel.remote(0.1, 120)
    panel.touch(900, .up(thumb))
    #expect(panel.happened().last == "left remote 10")
    #expect(panel.requested().allSatisfy { !$0.isFinal })
  }

  @Test("Row 6: The pointer comes to rest on the step of the knob's value")
  func comesToRest() {
    let panel = makePanel()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(10, .moved(thumb, on(0, 1)))
    panel.touch(900, .up(thumb))
    panel.tick(at: Timestamp(microseconds: 2_000_000))
    #expect(panel.viewState(ofKnob: 0).position == 0.53)
  }

  @Test("Row 8: A cancelled contact keeps the value")
  func cancelled() {
    let panel = connected()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(50, .moved(thumb, on(0, 0)))
    panel.touch(100, .moved(thumb, on(0, 1)))
    panel.touch(110, .cancelled(thumb))
    #expect(panel.happened() == ["left began 20", "left changed 53", "left cancelled 53"])
    #expect(panel.requested().last?.isFinal == true)
  }

  @Test("Row 9: The pointer glides to a level, and rests when it arrives")
  func glides() {
    let panel = connected()
    panel.remote(0.8, 1000)
    #expect(panel.happened() == ["left remote 80"])
    #expect(panel.viewState(ofKnob: 0).position == 0.2)
    panel.tick(at: Timestamp(microseconds: 1_100_000))
    #expect(panel.viewState(ofKnob: 0).position == 0.5)
    #expect(panel.nextWake != nil)
    panel.tick(at: Timestamp(microseconds: 1_200_000))
    #expect(panel.viewState(ofKnob: 0).position == 0.8)
    #expect(panel.nextWake == nil)
  }

  @Test("Row 9: An unchanged level causes no event")
  func unchangedLevel() {
    let panel = connected()
    panel.remote(0.2, 1000)
    #expect(panel.happened().isEmpty)
    #expect(panel.nextWake == nil)
  }

  @Test("Row 10: A finger stops a gliding knob; without a turn, the glide continues")
  func grabsGlidingKnob() {
    let panel = connected()
    panel.remote(0.8, 1000)
    panel.tick(at: Timestamp(microseconds: 1_100_000))
    panel.touch(1100, .down(thumb, on(0, 0)))
    #expect(panel.value(ofKnob: 0) == 50)
    panel.touch(2000, .up(thumb))
    #expect(panel.value(ofKnob: 0) == 80)
    #expect(panel.requested().isEmpty)
  }

  @Test("Row 11: A double tap moves to the default")
  func doubleTap() {
    let panel = connected { $0.defaultValue = 35 }
    for start in [0, 200] as [Int64] {
      panel.touch(start, .down(thumb, on(0, 0)))
      panel.touch(start + 50, .up(thumb))
    }
    #expect(
      panel.happened() == [
        "left began 20", "left ended 20", "left tapped 20", "left began 20", "left ended 20",
        "left reset 35",
      ])
    #expect(panel.requested() == [.init(knob: 0, level: 0.35, isFinal: true)])
  }

  @Test("Row 12: Without a default, a second tap is a tap")
  func tapsWithoutDefault() {
    let panel = makePanel()
    for start in [0, 200] as [Int64] {
      panel.touch(start, .down(thumb, on(0, 0)))
      panel.touch(start + 50, .up(thumb))
    }
    #expect(panel.happened().filter { $0.contains("tapped") }.count == 2)
  }

  @Test("Row 13: A knob whose control is waiting or offline ignores fingers")
  func inert() {
    let panel = makePanel()
    panel.connect(.knob(0))
    #expect(panel.viewState(ofKnob: 0).state == .unknown)
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(1, .moved(thumb, on(0, 1)))
    panel.handleLoss(of: .knob(0), at: Timestamp(microseconds: 0))
    #expect(panel.viewState(ofKnob: 0).state == .offline)
    panel.touch(2, .down(index, on(0, 0)))
    #expect(panel.happened().isEmpty)
  }

  @Test("Row 14: A finger on a knob whose control is lost is released")
  func lostWhileHeld() {
    let panel = connected()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.handleLoss(of: .knob(0), at: Timestamp(microseconds: 5000))
    panel.touch(10, .moved(thumb, on(0, 1)))
    #expect(panel.happened() == ["left began 20", "left cancelled 20"])
  }

  @Test("Row 14: A finger on a knob whose level is lost is released, without requests")
  func unknownWhileHeld() {
    let panel = connected()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(10, .moved(thumb, on(0, 1)))
    // A remote level waits for the finger to lift.
    panel.remote(0.9, 15)
    _ = panel.happened()
    panel.controlRequests.removeAll()
    panel.connect(.knob(0), isReachable: true, at: Timestamp(microseconds: 20_000))
    let value = panel.value(ofKnob: 0)
    #expect(panel.happened().map { $0.contains("cancelled") } == [true])
    #expect(panel.viewState(ofKnob: 0).state == .unknown)
    panel.touch(30, .moved(thumb, on(0, 2)))
    panel.touch(40, .up(thumb))
    panel.tick(at: Timestamp(microseconds: 2_000_000))
    #expect(panel.value(ofKnob: 0) == value)
    #expect(panel.happened().isEmpty && panel.requested().isEmpty)
    // The knob moves to the next level.
    panel.remote(0.3, 3000)
    #expect(panel.viewState(ofKnob: 0).state == .normal)
    #expect(panel.viewState(ofKnob: 0).position == 0.3)
  }

  @Test("The first level sets the knob without a glide and is not sent back")
  func firstLevel() {
    let panel = makePanel()
    panel.connect(.knob(0))
    panel.remote(0.64, 0)
    #expect(panel.viewState(ofKnob: 0).position == 0.64)
    #expect(panel.requested().isEmpty)
    #expect(panel.nextWake == nil)
  }

  @Test("A contact that goes down twice lost its up in between")
  func downTwice() {
    let panel = makePanel()
    panel.touch(0, .down(thumb, on(0, 0)))
    panel.touch(1, .down(thumb, on(1, 0)))
    #expect(panel.happened() == ["left began 20", "left cancelled 20", "right began 20"])
  }

  @Test("When the console is lost, no finger stays down")
  func allCancelled() {
    let panel = makePanel()
    panel.touch(0, .down(thumb, on(0, 0)), .down(index, on(1, 0)))
    panel.cancelAllContacts(at: Timestamp(microseconds: 1))
    #expect(!panel.viewState(ofKnob: 0).isHeld)
    #expect(!panel.viewState(ofKnob: 1).isHeld)
  }

  @Test("Positions that are not finite and unknown contacts have no effect")
  func invalidInput() {
    let panel = makePanel()
    let notFinite = DisplayFraction(x: .nan, y: .infinity)
    panel.touch(0, .down(thumb, notFinite), .moved(thumb, notFinite), .up(index), .cancelled(index))
    panel.touch(1, .down(thumb, on(0, 0)), .moved(thumb, notFinite), .moved(thumb, on(0, 1)))
    #expect(panel.value(ofKnob: 0).isFinite)
  }

  @Test("An event is written as a line of JSON")
  func json() {
    let knob = KnobLayout(id: "vol\"ume", center: DesignPoint(x: 0, y: 0), diameter: 1)
    let event = KnobEvent(
      time: Timestamp(microseconds: 12_345_678), knob: 0, source: .finger, kind: .changed,
      value: 42.5, angle: -20.25, turned: 31.500_001)
    let layout = LayoutDocument(panel: PanelLayout(), knobs: [knob])
    #expect(
      PanelEvent.knob(event).json(of: layout, origin: Timestamp(microseconds: 0))
        == #"{"t":12.345678,"knob":"vol\"ume","event":"changed","value":42.5,"angle":-20.25,"turned":31.5,"source":"finger"}"#
    )
  }
}
