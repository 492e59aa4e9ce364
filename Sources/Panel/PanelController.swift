public import Gesture
public import Layout

internal import Knobs

/// The live panel: fingers and news from outside go in, events, controlRequests and looks come out.
///
/// It does no input or output and reads no clock; the same calls give the same results, to the bit.
///
/// | # | the knob | what comes | what happens |
/// |---|---|---|---|
/// | 1 | free | finger lands in its reach | `began`; nothing changes (`absolute`: goes to the finger) |
/// | 2 | held | its finger turns it over a step | `changed`, the control is told |
/// | 3 | held | another finger lands | nothing |
/// | 4 | held | news from outside | waits |
/// | 5 | held, news waits | its finger turns it over a step | the news is old: forgotten, as 2 |
/// | 6 | held | finger leaves | `ended`, the control gets the final value if the finger changed it |
/// | 7 | held, news waits | finger leaves | `ended`, then `remote`: the knob follows the truth |
/// | 8 | held | contact is cancelled | `cancelled`; the value stays, else as 6 and 7 |
/// | 9 | free | news from outside | `remote` if the value is another; the pointer glides there |
/// | 10 | free, gliding | finger lands | it takes over where the pointer is seen |
/// | 11 | free | double tap, with a default | `reset`, the control is told |
/// | 12 | free | tap otherwise | its action, `tapped` |
/// | 13 | awaited or lost control | finger lands | nothing |
/// | 14 | held | its control is lost | `cancelled` |
/// | 15 | held | finger leaves after a tap or a roll | what that turned is taken back, then as 6 |
/// | 16 | held, `report` says wait | its finger turns it | told later, at the latest before `ended` |
/// | 17 | locked | finger lands and turns | `began`, `ended`; nothing changes |
/// | 18 | locked | tap | unlocked until left alone for a while |
/// | 19 | held, `cancel: restore` | contact is cancelled | `changed` back, `cancelled` |
/// | 20 | held | finger slides away, or a second one taps | as 19 |
/// | 21 | held, nudging | finger stays | nudged again and again until it turns |
/// | 22 | held | contact too large for a fingertip | as 19 |
/// | 23 | left, just now | the same finger comes back | `began`; goes on as if it had not left |
///
/// What buttons do is in `PanelController+Buttons`, what pages do in `PanelController+Pages`.
/// Masters of groups and their members have a table of their own in `KnobGroup`.
/// What happens when another layout takes its place says `successor(layout:viewport:at:)`.
public final class PanelController {
  /// A level that a knob's control should take.
  public struct ControlRequest: Hashable, Sendable {
    public var knob: Int
    /// Fraction 0…1 of the knob's range.
    public var level: Double
    /// False while a finger still turns.
    public var isFinal: Bool
  }

  public let layout: LayoutDocument
  public private(set) var viewport: Viewport
  /// What happened since the caller last emptied it, oldest first.
  public var events: [PanelEvent] = []
  /// What the controls should do since the caller last emptied it.
  public var controlRequests: [ControlRequest] = []

  var knobs: [KnobController]
  /// Those of the layout, then the tabs.
  var buttons: [ButtonController]
  /// By knob: the buttons that show something of it.
  private let watchers: [[Int]]
  var groups: [KnobGroup] = []
  var pages: Pager
  /// When a finger was last heard of.
  var lastTouch = Timestamp(microseconds: 0)
  var owners: [(contact: ContactID, knob: Int)] = []
  /// A second finger on a held knob that may turn out to be a tap.
  var guest: (contact: ContactID, knob: Int, point: DesignPoint, time: Timestamp)?
  var now = Timestamp(microseconds: 0)
  /// What a drawing has to take over; the drawing empties it.
  public var viewChanges: ViewChanges
  /// The knobs that want ticks.
  private var waking: [Int] = []
  /// When the next picture of what moves is due.
  private var nextFrame: Timestamp?

  public init(layout: LayoutDocument, viewport: Viewport) {
    self.layout = layout
    self.viewport = viewport
    let pixel = viewport.touchPixel(of: layout.panel)
    knobs = layout.knobs.map { KnobController($0, pixel: pixel) }
    let bar = TabBar(layout)
    let tabs = (0..<(bar?.count ?? 0)).compactMap { index in
      bar.map { ButtonController(tab: index, of: $0, pixel: pixel) }
    }
    buttons = layout.buttons.map { ButtonController($0, pixel: pixel) } + tabs
    pages = Pager(layout, pixel: pixel)
    watchers = layout.knobs.indices.map { knob in
      layout.buttons.indices.filter { layout.buttons[$0].action.knobs.contains(knob) }
    }
    owners.reserveCapacity(16)
    waking.reserveCapacity(knobs.count)
    viewChanges = ViewChanges(knobCount: knobs.count, buttonCount: buttons.count)
    viewChanges.markAll()
    makeGroups()
  }

  /// Goes on at another display, or at the same one in another mode; fingers keep their knobs.
  public func move(to viewport: Viewport) {
    self.viewport = viewport
    viewChanges.markAll()
  }

  /// Sets a knob by its maker's hand: no event, no wish, no glide.
  public func set(value: Double, ofKnob index: Int) {
    knobs[index].decide()
    knobs[index].knob.set(value: value)
    knobs[index].stopGlide()
    settleGroup(of: index, isQuiet: true)
    show(index)
  }

  /// The value that a knob says.
  public func value(ofKnob index: Int) -> Double { knobs[index].knob.value }

  /// What is seen of a knob now.
  public func viewState(ofKnob index: Int) -> KnobViewState { knobs[index].viewState }

  /// When `tick` wants to be called next; nil while nothing moves by itself.
  public var nextWake: Timestamp? {
    var next = nextFrame
    if let wake = homeWake { next = next.map { min($0, wake) } ?? wake }
    var place = 0
    // Not `for … in`, here and where touches come in: without optimisation that costs memory, and
    // the tests count it.
    while place < waking.count {
      if let wake = knobs[waking[place]].wake { next = next.map { min($0, wake) } ?? wake }
      place += 1
    }
    return next
  }

  /// Moves on what moves by itself.
  public func tick(at time: Timestamp) {
    now = time
    movePages()
    var place = 0
    while place < waking.count {
      let index = waking[place]
      serve(index)
      if knobs[index].isMoving { knobs[index].advance(to: time) }
      show(index)
      place += 1
    }
    rest()
  }

  /// Sees to it that a knob gets its ticks.
  func attend(_ index: Int) {
    if wantsTicks(index) { wake(index) }
    rest()
  }

  private func wake(_ index: Int) {
    // Not `contains`, for the same reason as in `nextWake`.
    var place = 0
    while place < waking.count, waking[place] != index { place += 1 }
    if place == waking.count { waking.append(index) }
  }

  private func wantsTicks(_ index: Int) -> Bool {
    knobs[index].isMoving || knobs[index].wake != nil
  }

  /// Forgets the knobs that want no ticks any more, and plans the next picture.
  func rest() {
    var isMoving = pages.isGliding
    var place = 0
    while place < waking.count {
      let index = waking[place]
      if knobs[index].isMoving { isMoving = true }
      if wantsTicks(index) {
        place += 1
      } else {
        waking.remove(at: place)
      }
    }
    nextFrame = isMoving ? now.advanced(byMicroseconds: Self.frameMicroseconds) : nil
  }

  /// Animations that no display's refresh drives run at 60 frames a second.
  private static let frameMicroseconds: Int64 = 16_667

  /// Shows a knob as it is now, and lets its group follow.
  func show(_ index: Int) {
    settleGroup(of: index)
    viewChanges.mark(knob: index)
    var entry = 0
    while entry < watchers[index].count {
      showButton(watchers[index][entry])
      entry += 1
    }
  }

  func note(_ kind: KnobEvent.Kind, _ index: Int, turned: Double = 0) {
    let knob = knobs[index].knob
    let wrapped = knob.laps - knobs[index].toldLaps
    knobs[index].toldLaps = knob.laps
    events.append(
      .knob(
        KnobEvent(
          time: now, knob: index, kind: kind, value: knob.value, angle: knob.angle, turned: turned,
          wrapped: wrapped)))
    knobs[index].showValue(at: now)
    if knobs[index].valueShownUntil != nil { wake(index) }
  }

  func noteTouch(_ kind: KnobEvent.Kind, _ index: Int) {
    note(kind, index, turned: Angle.degrees(fromRadians: knobs[index].recognizer.turned))
  }

  func wish(_ index: Int, isFinal: Bool) {
    if case .master(let group)? = knobs[index].role {
      return wish(ofGroup: group, isFinal: isFinal)
    }
    guard knobs[index].link == .connected else { return }
    knobs[index].knownLevel = knobs[index].knob.level
    controlRequests.append(
      ControlRequest(knob: index, level: knobs[index].knob.level, isFinal: isFinal))
  }
}
