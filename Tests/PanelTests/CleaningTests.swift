import Gesture
import GoldenPictures
import Knobs
import Layout
import Panel
import PanelDrawing
import Raster
import Testing

/// The period in which the panel can be wiped.
@Suite struct CleaningTests {
  private static let layout: LayoutDocument = {
    var wipe = ButtonLayout(
      id: "wipe", center: DesignPoint(x: 700, y: 400), width: 100, height: 80,
      action: .panel(.clean(microseconds: 30_000_000)), kind: .push)
    wipe.text = "Wipe"
    var dark = ButtonLayout(
      id: "dark", center: DesignPoint(x: 700, y: 100), width: 100, height: 80,
      action: .panel(.switchScreenOff), kind: .push)
    dark.text = "Off"
    let knob = KnobLayout(
      id: "a", center: DesignPoint(x: 240, y: 240), diameter: 300, scale: Scale(step: 1))
    return LayoutDocument(
      panel: PanelLayout(width: 800, height: 480), knobs: [knob], buttons: [wipe, dark])
  }()

  private static let finger = ContactID(device: 0, slot: 0)
  private let panel = PanelController(
    layout: layout,
    viewport: Viewport(
      panel: layout.panel, displaySize: PixelSize(width: 800, height: 480)))

  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }

  private func touch(_ seconds: Double, _ changes: ContactChange...) {
    panel.handle(TouchFrame(time: time(seconds), changes: changes))
  }

  private func down(_ seconds: Double, _ x: Double, _ y: Double) {
    touch(seconds, .down(Self.finger, DisplayFraction(x: x / 800, y: y / 480)))
  }

  private func move(_ seconds: Double, _ x: Double, _ y: Double) {
    touch(seconds, .moved(Self.finger, DisplayFraction(x: x / 800, y: y / 480)))
  }

  private func run(until seconds: Double) {
    while let wake = panel.nextWake, wake <= time(seconds) { panel.tick(at: wake) }
  }

  /// The events since the last call.
  private func happened() -> [String] {
    defer { panel.events.removeAll() }
    return panel.events.map { event in
      let json = event.json(of: Self.layout, origin: time(0))
      return String(json.drop { $0 != "," }.dropFirst().dropLast())
    }
  }

  @Test("During cleaning, fingers have no effect until they land again after its end")
  func fingersDuringCleaning() {
    down(1, 700, 400)
    touch(1.1, .up(Self.finger))
    #expect(happened().last == #""cleaning":true,"event":"began","seconds":30,"source":"finger""#)
    #expect(panel.countdown == CleaningViewState(secondsLeft: 30, of: 30))
    down(2, 240, 120)
    move(2.5, 360, 240)
    run(until: 31)
    #expect(panel.countdown == CleaningViewState(secondsLeft: 1, of: 30))
    #expect(happened() == [])
    run(until: 31.2)
    #expect(panel.countdown == nil)
    #expect(happened() == [#""cleaning":true,"event":"ended","source":"timer""#])
    // The finger that is still down has no effect.
    move(32, 240, 360)
    touch(33, .up(Self.finger))
    #expect(happened() == [])
    down(34, 240, 120)
    move(34.1, 300, 130)
    #expect(happened().contains { $0.hasPrefix(#""knob":"a","event":"began""#) })
  }

  @Test("The countdown ticks once a second, and causes no wake-up after its end")
  func countdown() {
    panel.clean(microseconds: 3_000_000, at: time(10))
    var seen: [Int] = []
    while let wake = panel.nextWake {
      panel.tick(at: wake)
      seen.append(panel.countdown?.secondsLeft ?? 0)
    }
    #expect(seen == [2, 1, 0])
  }

  @Test("Cleaning started by a program releases all fingers")
  func heldKnob() {
    down(1, 240, 120)
    move(1.1, 330, 150)
    _ = happened()
    panel.clean(microseconds: 5_000_000, at: time(2))
    #expect(happened().first?.contains(#""event":"cancelled""#) == true)
    let value = panel.value(ofKnob: 0)
    move(2.1, 360, 240)
    #expect(panel.value(ofKnob: 0) == value)
  }

  @Test("A program can end cleaning, and restart it")
  func programs() {
    panel.clean(microseconds: 0, at: time(1))
    #expect(happened() == [])
    panel.clean(microseconds: 5_000_000, at: time(2))
    panel.clean(microseconds: 20_000_000, at: time(4))
    #expect(panel.countdown?.secondsLeft == 20)
    panel.clean(microseconds: 0, at: time(5), from: .socket)
    #expect(panel.countdown == nil)
    #expect(happened().last == #""cleaning":true,"event":"ended","source":"socket""#)
  }

  @Test("Another layout continues the cleaning period")
  func succession() {
    panel.clean(microseconds: 5_000_000, at: time(2))
    let next = panel.successor(layout: Self.layout, viewport: panel.viewport, at: time(3))
    #expect(next.countdown?.secondsLeft == 4)
  }

  @Test("Remote changes are applied during cleaning")
  func remote() {
    panel.clean(microseconds: 5_000_000, at: time(2))
    panel.set(value: 70, ofKnob: 0)
    #expect(panel.value(ofKnob: 0) == 70)
  }

  @Test("A button switches the screen off")
  func screenOff() {
    down(1, 700, 100)
    touch(1.1, .up(Self.finger))
    #expect(panel.screenRequests == [.turnOff])
  }

  // MARK: Pictures

  private static func picture(
    _ theme: ThemeName, _ width: Double, _ height: Double
  ) -> PanelPicture {
    var layout = layout
    layout.panel = PanelLayout(width: width, height: height, theme: theme)
    return PanelPicture(
      layout: layout,
      viewport: Viewport(
        panel: layout.panel, displaySize: PixelSize(width: Int(width), height: Int(height))),
      typesetter: BlockTypesetter())
  }

  @Test(arguments: PanelLayout.themes) func faces(theme: ThemeName) throws {
    let picture = Self.picture(theme, 240, 160)
    picture.set(countdown: CleaningViewState(secondsLeft: 22, of: 30))
    let frame = DrawingFixtures.frame(240, 160)
    _ = picture.draw(into: frame)
    guard let mismatch = try GoldenPicture("countdown-\(theme)").mismatch(of: frame) else { return }
    Attachment.record(mismatch.actual, named: "actual.png")
    Attachment.record(mismatch.difference, named: "difference.png")
    Issue.record("\(mismatch.message)")
  }

  @Test("Redrawing each second equals drawing the whole picture", arguments: [240.0, 160])
  func increments(width: Double) {
    let height = 400 - width
    let picture = Self.picture(.graphite, width, height)
    let frame = DrawingFixtures.frame(Int(width), Int(height))
    for seconds in [nil, 12, 11, 10, 9, 1, nil, 3] as [Int?] {
      let state = seconds.map { CleaningViewState(secondsLeft: $0, of: 12) }
      picture.set(countdown: state)
      _ = picture.draw(into: frame)
      let whole = Self.picture(.graphite, width, height)
      whole.set(countdown: state)
      let expected = DrawingFixtures.frame(Int(width), Int(height))
      _ = whole.draw(into: expected)
      #expect(frame.pixels.elementsEqual(expected.pixels), "\(seconds ?? 0)")
    }
  }
}
