public import Gesture
public import Layout

internal import Knobs

/// The live panel: fingers and levels from controls go in; events, control requests and view states
/// come out.
///
/// It routes contacts to knobs, buttons and pages, and collects what these have to tell. It does no
/// input or output and reads no clock; the same calls give the same results, to the bit.
///
/// What a finger does to a knob is in `KnobController`, to a button in `PanelController+Buttons`, to
/// pages in `Pager`. What happens when another layout takes its place says
/// `successor(layout:viewport:at:)`.
public final class PanelController {
  /// A level that a knob's control should take.
  public struct ControlRequest: Hashable, Sendable {
    /// Index of the knob in the layout.
    public var knob: Int
    /// Fraction 0…1 of the knob's range.
    public var level: Double
    /// False while a finger still turns.
    public var isFinal: Bool
  }

  /// The layout that the panel shows.
  public let layout: LayoutDocument
  /// Where the panel lies on the display.
  public private(set) var viewport: Viewport
  /// What happened since the caller last emptied it, oldest first.
  public var events: [PanelEvent] = []
  /// What the controls should do since the caller last emptied it.
  public var controlRequests: [ControlRequest] = []
  /// What a drawing has to take over; the drawing empties it.
  public var viewChanges: ViewChanges

  private(set) var knobs: [KnobController] = []
  /// Those of the layout, then the tabs.
  private(set) var buttons: [ButtonController] = []
  /// By knob: the buttons that show something of it.
  private let watchers: [[Int]]
  private(set) var groups: [KnobGroup] = []
  var pages: Pager
  /// When a finger was last heard of.
  var lastTouch = Timestamp(microseconds: 0)
  /// The contacts that landed on knobs.
  var owners: [(contact: ContactID, knob: KnobController)] = []
  /// A second finger on a held knob that may turn out to be a tap.
  var secondFinger: (contact: ContactID, knob: KnobController, time: Timestamp)?
  var now = Timestamp(microseconds: 0)
  /// Indices of the knobs that need ticks, in the order in which they began to.
  private var ticking: [Int] = []
  /// When the next frame of what moves is due.
  private var nextFrame: Timestamp?

  /// - Parameters:
  ///   - layout: What is on the panel.
  ///   - viewport: Where the panel lies on the display.
  public init(layout: LayoutDocument, viewport: Viewport) {
    self.layout = layout
    self.viewport = viewport
    let pixel = viewport.touchPixel(of: layout.panel)
    pages = Pager(layout, pixel: pixel)
    watchers = layout.knobs.indices.map { knob in
      layout.buttons.indices.filter { layout.buttons[$0].action.knobs.contains(knob) }
    }
    let bar = TabBar(layout)
    viewChanges = ViewChanges(
      knobCount: layout.knobs.count, buttonCount: layout.buttons.count + (bar?.count ?? 0))
    owners.reserveCapacity(16)
    ticking.reserveCapacity(layout.knobs.count)

    knobs = layout.knobs.enumerated().map { index, knob in
      KnobController(knob, index: index, pixel: pixel, delegate: self)
    }
    buttons = layout.buttons.map { ButtonController($0, knobs: knobs, pixel: pixel) }
    if let bar {
      buttons += (0..<bar.count).map { ButtonController(tab: $0, of: bar, pixel: pixel) }
    }
    makeGroups()
    viewChanges.markAll()
  }

  /// Goes on at another display, or at the same one in another mode; fingers keep their knobs.
  public func move(to viewport: Viewport) {
    self.viewport = viewport
    viewChanges.markAll()
  }

  /// Makes the groups of what the knobs are now.
  func makeGroups() {
    groups.removeAll()
    for knob in knobs { knob.membership = nil }
    for master in knobs {
      guard case .group(let group)? = master.layout.control else { continue }
      var members: [KnobController] = []
      for id in group.members {
        guard let member = knobs.first(where: { $0.layout.id == id }), member !== master,
          member.membership == nil, !member.knob.travel.wraps,
          !members.contains(where: { $0 === member })
        else { continue }
        members.append(member)
      }
      groups.append(KnobGroup(master: master, members: members, shows: group.shows))
    }
  }
}

// MARK: Knobs from outside

extension PanelController {
  /// Sets a knob: no event, no request to its control, no glide.
  public func set(value: Double, ofKnob index: Int) { knobs[index].set(value: value) }

  /// The value that a knob says.
  public func value(ofKnob index: Int) -> Double { knobs[index].knob.value }

  /// What is seen of a knob now.
  public func viewState(ofKnob index: Int) -> KnobViewState { knobs[index].viewState }

  /// Says that a knob drives a control from now on; until its level comes the knob shows no value.
  public func connect(knob index: Int) { knobs[index].connect() }

  /// Takes the level that a knob's control has because something else changed it.
  ///
  /// - Parameters:
  ///   - level: Fraction 0…1 of the knob's range.
  ///   - index: Of the knob in the layout.
  ///   - time: When it was heard of.
  public func handleLevel(_ level: Double, ofKnob index: Int, at time: Timestamp) {
    now = time
    knobs[index].handleLevel(level)
  }

  /// Greys a knob out whose control cannot be reached.
  public func handleLoss(ofKnob index: Int, at time: Timestamp) {
    now = time
    cancelTouch(of: knobs[index])
    knobs[index].handleLoss()
  }
}

// MARK: Time

extension PanelController {
  /// When `tick` wants to be called next; nil while nothing moves by itself.
  public var nextWake: Timestamp? {
    var next = Timestamp.earlier(nextFrame, homeWake)
    for index in ticking { next = Timestamp.earlier(next, knobs[index].wake) }
    return next
  }

  /// Does what is due by itself, and moves on what moves.
  public func tick(at time: Timestamp) {
    now = time
    movePages()
    var place = 0
    // Knobs that begin to need ticks because of others get theirs in the same round.
    while place < ticking.count {
      let knob = knobs[ticking[place]]
      if !knob.tick() { owners.removeAll { $0.knob === knob } }
      place += 1
    }
    planNextFrame()
  }

  /// Forgets the knobs that need no ticks any more, and plans the next frame of what moves.
  func planNextFrame() {
    let isMoving = pages.isGliding || ticking.contains { knobs[$0].isMoving }
    ticking.removeAll { !knobs[$0].needsTicks }
    nextFrame = isMoving ? now.advanced(byMicroseconds: Self.frameMicroseconds) : nil
  }

  /// Animations that no display's refresh drives run at 60 frames a second.
  private static let frameMicroseconds: Int64 = 16_667
}

// MARK: What knobs need

extension PanelController: KnobControllerDelegate {
  func emit(_ event: KnobEvent) { events.append(.knob(event)) }

  func request(_ request: ControlRequest) { controlRequests.append(request) }

  func markChanged(_ knob: KnobController) {
    viewChanges.mark(knob: knob.index)
    for button in watchers[knob.index] { viewChanges.mark(button: button) }
  }

  func startTicks(for knob: KnobController) {
    if !ticking.contains(knob.index) { ticking.append(knob.index) }
  }

  func updateTicks(for knob: KnobController) {
    if knob.needsTicks { startTicks(for: knob) }
    planNextFrame()
  }

  func cancelTouch(of knob: KnobController) {
    if let owner = knob.recognizer.owner { cancelled(owner) }
  }
}
