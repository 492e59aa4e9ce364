import Gesture
import GoldenPictures
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// The appearance of the PIN pad, and the cost of drawing it.
@Suite struct PINDrawingTests {
  private static func picture(
    _ width: Double, _ height: Double, _ theme: ThemeName, _ shape: PanelLayout.Shape = .rectangle
  ) -> PanelPicture {
    var panel = PanelLayout(width: width, height: height, theme: theme)
    panel.shape = shape
    let knobs = [
      DrawingFixtures.knob(width * 0.3, height / 2, 100, name: "Room", unit: "%"),
      DrawingFixtures.knob(width * 0.75, height / 2, 80, name: "Bath"),
    ]
    let picture = PanelPicture(
      layout: LayoutDocument(panel: panel, knobs: knobs),
      viewport: Viewport(
        panel: panel, displaySize: PixelSize(width: Int(width), height: Int(height))),
      typesetter: BlockTypesetter())
    for index in knobs.indices { picture.set(DrawingFixtures.look(0.6), ofKnob: index) }
    return picture
  }

  private static let typed: PINPadViewState = {
    var state = PINPadViewState(enteredCount: 2, digitCount: 4)
    state[isPressed: 4] = true
    return state
  }()

  private static let blocked: PINPadViewState = {
    var state = PINPadViewState(enteredCount: 0, digitCount: 6)
    state.notice = .wait(seconds: 27)
    return state
  }()

  private static let code: PINPadViewState = {
    var state = PINPadViewState(enteredCount: 5, digitCount: 5)
    (state.takesCode, state.confirmation) = (true, .possible)
    return state
  }()

  private static let unreachable: PINPadViewState = {
    var state = PINPadViewState(enteredCount: 0, digitCount: 4)
    (state.takesCode, state.confirmation, state.notice) = (true, .tooShort, .offline)
    return state
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var size = (width: 240.0, height: 160.0)
    var theme: ThemeName
    var shape = PanelLayout.Shape.rectangle
    var testDescription: String { name }

    static let all =
      PanelLayout.themes.map { Case(name: $0.rawValue, theme: $0) } + [
        Case(name: "portrait", size: (160, 240), theme: .graphite),
        Case(name: "round", size: (220, 220), theme: .paper, shape: .round),
      ]
  }

  @Test(arguments: Case.all) func faces(_ shown: Case) throws {
    let (width, height) = shown.size
    let picture = Self.picture(width, height, shown.theme, shown.shape)
    picture.set(pinPad: shown.shape == .round ? Self.blocked : Self.typed)
    let frame = DrawingFixtures.frame(Int(width), Int(height))
    _ = picture.draw(into: frame)
    try Self.expect(frame, "pin-\(shown.name)")
  }

  /// A keypad for codes of several lengths, with the key that confirms.
  @Test(arguments: Case.all) func keypads(_ shown: Case) throws {
    let (width, height) = shown.size
    let picture = Self.picture(width, height, shown.theme, shown.shape)
    picture.set(pinPad: shown.shape == .round ? Self.unreachable : Self.code)
    let frame = DrawingFixtures.frame(Int(width), Int(height))
    _ = picture.draw(into: frame)
    try Self.expect(frame, "keypad-\(shown.name)")
  }

  /// The padlock of a panel that is locked as a whole.
  @Test(
    arguments: Case.all.filter {
      $0.shape == .round || ["graphite", "paper", "contrast"].contains($0.name)
    })
  func lockedPanel(_ shown: Case) throws {
    let (width, height) = shown.size
    let picture = Self.picture(width, height, shown.theme, shown.shape)
    picture.set(isLocked: true)
    let frame = DrawingFixtures.frame(Int(width), Int(height))
    _ = picture.draw(into: frame)
    try Self.expect(frame, "locked-\(shown.name)")
  }

  private static func expect(_ frame: PixelBuffer, _ golden: String) throws {
    guard let mismatch = try GoldenPicture(golden).mismatch(of: frame) else { return }
    Attachment.record(mismatch.actual, named: "actual.png")
    Attachment.record(mismatch.difference, named: "difference.png")
    Issue.record("\(mismatch.message)")
  }

  private static func differingRows(_ frame: PixelBuffer, _ other: PixelBuffer) -> [Int] {
    (0..<frame.size.height).filter { y in
      (0..<frame.size.width).contains {
        frame.pixels[y * frame.stride + $0] != other.pixels[y * other.stride + $0]
      }
    }
  }

  @Test("The padlock appears and disappears without a trace, and damages only its own area")
  func lockedIncrements() {
    let (picture, other) = (Self.picture(240, 160, .hifi), Self.picture(240, 160, .hifi))
    let (frame, whole) = (DrawingFixtures.frame(240, 160), DrawingFixtures.frame(240, 160))
    _ = picture.draw(into: frame)
    for isLocked in [true, false, true] {
      picture.set(isLocked: isLocked)
      let damage = picture.draw(into: frame)
      #expect(damage.count == 1 && damage[0].area < 40 * 40)
      other.set(isLocked: isLocked)
      other.invalidate(isFrameLost: true)
      _ = other.draw(into: whole)
      #expect(Self.differingRows(frame, whole).isEmpty)
      // A whole frame drawn over the last one.
      other.invalidate()
      _ = other.draw(into: whole)
      #expect(Self.differingRows(frame, whole).isEmpty)
      picture.set(isLocked: isLocked)
      #expect(!picture.needsDrawing)
    }
  }

  /// Redrawing changes, on the pad and below it, equals drawing the whole.
  @Test(arguments: PanelLayout.themes) func increments(theme: ThemeName) {
    let picture = Self.picture(240, 160, theme)
    let frame = DrawingFixtures.frame(240, 160)
    var wrong = PINPadViewState(enteredCount: 0, digitCount: 4)
    wrong.notice = .wrong
    let states: [PINPadViewState?] = [
      nil, PINPadViewState(enteredCount: 0, digitCount: 4), Self.typed,
      PINPadViewState(enteredCount: 3, digitCount: 4), wrong, Self.blocked, wrong, nil, Self.typed,
      nil, Self.unreachable, Self.code, Self.typed, Self.code, nil,
    ]
    for (step, state) in states.enumerated() {
      let look = DrawingFixtures.look(Double(step) / 10)
      picture.set(pinPad: state)
      picture.set(look, ofKnob: 0)
      _ = picture.draw(into: frame)
      let whole = Self.picture(240, 160, theme)
      whole.set(pinPad: state)
      whole.set(look, ofKnob: 0)
      let expected = DrawingFixtures.frame(240, 160)
      _ = whole.draw(into: expected)
      #expect(Self.differingRows(frame, expected).isEmpty, "step \(step)")
    }
  }

  /// On a mostly empty panel, redrawing over the last frame draws little more than the items; the
  /// pad and the countdown must nevertheless be complete.
  @Test func aboveAnEmptyPanel() {
    func picture() -> PanelPicture {
      DrawingFixtures.picture([DrawingFixtures.knob(18, 60, 24)], width: 160, height: 120)
    }
    let shown = picture()
    let frame = DrawingFixtures.frame(160, 120)
    for step in 0..<8 {
      let pad = step % 4 == 1 ? Self.typed : nil
      let countdown = step % 4 == 3 ? CleaningViewState(secondsLeft: 7, of: 30) : nil
      let whole = picture()
      let expected = DrawingFixtures.frame(160, 120)
      for picture in [shown, whole] {
        picture.set(pinPad: pad)
        picture.set(countdown: countdown)
      }
      _ = whole.draw(into: expected)
      // The second time as after a frame that was shown and not lost.
      for _ in 0...1 {
        shown.invalidate()
        _ = shown.draw(into: frame)
        #expect(Self.differingRows(frame, expected).isEmpty, "step \(step)")
      }
    }
  }

  /// A pressed key damages only its own pixels, and an unchanged pad none.
  @Test func keysDamageOnlyThemselves() {
    let picture = Self.picture(240, 160, .graphite)
    let frame = DrawingFixtures.frame(240, 160)
    picture.set(pinPad: PINPadViewState(enteredCount: 0, digitCount: 4))
    _ = picture.draw(into: frame)
    var state = PINPadViewState(enteredCount: 0, digitCount: 4)
    picture.set(pinPad: state)
    #expect(!picture.needsDrawing)
    state[isPressed: 4] = true
    picture.set(pinPad: state)
    let damage = picture.draw(into: frame)
    #expect(damage.count == 1 && damage.bounds.width < 50 && damage.bounds.height < 50)
  }
}
