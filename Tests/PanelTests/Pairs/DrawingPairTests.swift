import Gesture
import Knobs
import Layout
import Raster
import Synchronization
import Testing

@testable import Panel
@testable import PanelDrawing

/// A picture changed twice equals one that shows the same from the start, also when both changes
/// are undone.
@Suite struct DrawingPairTests {
  /// The content of the picture.
  fileprivate struct Shown: Hashable {
    var position = 0.3
    var isHeld = false
    var isLockedKnob = false
    var isPressed = false
    var reading = "21"
    var digits: Int?
    var seconds: Int?
    var isLocked = false
    var hasBadge = false
    var page = 0.0
  }

  /// A change of the picture; its repetition goes further, or back.
  enum Change: String, CaseIterable, Sendable {
    case turns, isLockedKnob, presses, reads, pad, countdown, lock, badge, slides, page

    fileprivate func apply(to shown: inout Shown) {
      switch self {
      case .turns: (shown.position, shown.isHeld) = (shown.position + 0.31, !shown.isHeld)
      case .isLockedKnob: shown.isLockedKnob.toggle()
      case .presses: shown.isPressed.toggle()
      case .reads: shown.reading += "7"
      case .pad: shown.digits = shown.digits == nil ? 0 : 2
      case .countdown: shown.seconds = shown.seconds == nil ? 30 : 9
      case .lock: shown.isLocked.toggle()
      case .badge: shown.hasBadge.toggle()
      case .slides: shown.page = shown.page == 0.4 ? 0.7 : 0.4
      case .page: shown.page = shown.page == 1 ? 0 : 1
      }
    }
  }

  /// What happens to the frame between two changes.
  enum Between: String, CaseIterable, Sendable {
    case drawn, notDrawn, drawnWhole, lost, elsewhere
  }

  /// Two overlapping knobs, a button and a value on a mostly empty panel.
  private static let layout: LayoutDocument = {
    var panel = PanelLayout(width: 72, height: 48, theme: .flatDark)
    panel.paging.tabs = nil
    var knobs = [
      DrawingFixtures.knob(12, 13, 18, name: "A"), DrawingFixtures.knob(22, 20, 14),
    ]
    knobs[1].page = 0
    var label = LabelLayout(text: "{value} C", at: DesignPoint(x: 44, y: 12), size: 7)
    label.value = .backEnd(TestSettings(name: "t"))
    var button = ButtonLayout(
      id: "b", center: DesignPoint(x: 60, y: 30), width: 12, height: 10, text: "M",
      action: .mute([0]))
    button.page = 1
    var layout = LayoutDocument(panel: panel, knobs: knobs, labels: [label], buttons: [button])
    layout.pages = ["one", "two"].map { PageLayout(id: $0) }
    return layout
  }()

  /// A picture with its content, and the frame it is drawn into.
  private final class TestedPicture {
    private let picture = PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: BlockTypesetter())
    private(set) var shown = Shown()
    private var frame = DrawingFixtures.frame(72, 48)

    init(_ shown: Shown = Shown()) { show(shown, isFirst: true) }

    func show(_ new: Shown, isFirst: Bool = false) {
      picture.set(pagePosition: new.page)
      picture.set(DrawingFixtures.look(new.position, "1", held: new.isHeld), ofKnob: 0)
      var look = DrawingFixtures.look(0.5, "2")
      look.isLocked = new.isLockedKnob
      picture.set(look, ofKnob: 1)
      picture.set(ButtonViewState(isPressed: new.isPressed), ofButton: 0)
      picture.set(LabelViewState(text: "\(new.reading) C"), ofLabel: 0)
      picture.set(isLocked: new.isLocked)
      picture.set(pinPad: new.digits.map { PINPadViewState(enteredCount: $0, digitCount: 4) })
      picture.set(countdown: new.seconds.map { CleaningViewState(secondsLeft: $0, of: 30) })
      if isFirst || new.hasBadge != shown.hasBadge {
        picture.show(badge: new.hasBadge ? "wrong" : nil, typesetter: BlockTypesetter())
      }
      shown = new
    }

    /// Draws the changes, and returns the resulting pixels.
    func draw() -> [[UInt32]] {
      _ = picture.draw(into: frame)
      return DrawingFixtures.rows(frame)
    }

    func play(_ between: Between) {
      switch between {
      case .drawn: _ = draw()
      case .notDrawn: break
      case .drawnWhole:
        _ = draw()
        picture.invalidate()
      case .lost:
        _ = draw()
        frame.pixels.update(repeating: 0xFF12_3456)
        picture.invalidate(isFrameLost: true)
      case .elsewhere:
        _ = draw()
        picture.invalidate()
        let last = frame
        frame = DrawingFixtures.frame(72, 48)
        _ = draw()
        frame = last
        picture.invalidate()
      }
    }
  }

  /// Pictures that show their content from the start.
  private static let cachedRows = Mutex<[Shown: [[UInt32]]]>([:])

  private static func expectedRows(of shown: Shown) -> [[UInt32]] {
    if let known = cachedRows.withLock({ $0[shown] }) { return known }
    let rows = TestedPicture(shown).draw()
    cachedRows.withLock { $0[shown] = rows }
    return rows
  }

  @Test(arguments: Change.allCases, Change.allCases)
  func equalsAFreshPicture(first: Change, second: Change) {
    let picture = TestedPicture()
    for between in Between.allCases {
      var shown = Shown()
      picture.show(shown)
      let isAsBefore = picture.draw() == Self.expectedRows(of: shown)
      #expect(isAsBefore, "before it is \(between)")
      first.apply(to: &shown)
      picture.show(shown)
      picture.play(between)
      second.apply(to: &shown)
      picture.show(shown)
      let isSame = picture.draw() == Self.expectedRows(of: shown)
      #expect(isSame, "\(between): \(shown)")
    }
  }
}
