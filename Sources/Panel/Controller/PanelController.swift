public import Gesture
public import Layout

internal import Knobs
public import Raster

/// The live panel: takes touches and control levels, produces events, requests and view states.
///
/// It routes contacts to knobs, buttons and pages, and collects their events and requests. It does
/// no input or output and reads no clock; the same calls give identical results.
///
/// The case tables are at `KnobController` for touches on knobs, at `PanelController+Buttons` for
/// buttons, at `Pager` for pages, at `PanelController+PIN` for the PIN, and at
/// `successor(layout:viewport:at:)` for the change to another layout.
public final class PanelController {
  /// The layout that the panel shows.
  public let layout: LayoutDocument
  /// The location of the panel on the display.
  public internal(set) var viewport: Viewport
  /// Events since the caller last emptied the array, oldest first.
  public var events: [PanelEvent] = []
  /// Requests to controls since the caller last emptied the array, oldest first.
  public var controlRequests: [ControlRequest] = []
  /// The audible feedback since the caller last emptied it; empty if `panel.clicks` is off.
  public var feedback: Feedback = []
  /// Whether a button has requested to switch the screen off; the caller does that and resets it.
  public var isScreenOffWanted = false
  /// The parts to redraw; the drawing code empties it.
  public var viewChanges: ViewChanges

  /// Shifts the picture, except while a finger holds a knob, because a shift would turn it.
  ///
  /// - Returns: Whether the picture has this offset now.
  public func shift(by shift: PixelOffset) -> Bool {
    guard viewport.shift != shift else { return true }
    guard owners.isEmpty else { return false }
    viewport.shift = shift
    return true
  }

  private(set) var knobs: [KnobController] = []
  /// Knobs made for the next panel and replaced there by knobs of this panel.
  var replaced: [KnobController] = []
  /// The buttons of the layout, then the tabs.
  private(set) var buttons: [ButtonController] = []
  /// For each knob, the indices of the buttons whose look depends on it.
  private let watchers: [[Int]]
  /// The labels of the layout; labels without a value never change.
  var labels: [LabelController]
  private(set) var groups: [KnobGroup] = []
  var choices: [ButtonChoice] = []
  /// Whether a button is changing knobs, after which choices are evaluated once.
  var isMidStep = false
  var pages: Pager
  var pinLock: PINLock
  /// The PIN pad; nil while it is closed.
  var pad: PINPad?
  /// The period during which touches are ignored; nil if they are not.
  var cleaning: Cleaning?
  /// The requested purpose of the pad; nil if the pad is not to be opened.
  var padRequest: PINPad.Purpose?
  /// The time of the last input from a touch device or an encoder.
  var lastTouch = Timestamp(microseconds: 0)
  /// The contacts that landed on knobs.
  var owners: [(contact: ContactID, knob: KnobController)] = []
  /// A second finger on a held knob that may turn out to be a tap.
  var secondFinger: (contact: ContactID, knob: KnobController, time: Timestamp)?
  var now = Timestamp(microseconds: 0)
  /// When the next detent may be played.
  var nextDetent = Timestamp(microseconds: 0)
  /// Indices of the buttons held by a finger until they act, each once.
  var holding: [Int] = []
  /// Indices of the knobs whose values may have to return.
  var returning: [Int] = []
  /// Indices of the knobs that need ticks, in the order in which they started.
  private(set) var ticking: [Int] = []
  /// When the next frame of an animation is due.
  private var nextFrame: Timestamp?

  /// Creates a panel.
  ///
  /// - Parameters:
  ///   - layout: The content of the panel.
  ///   - viewport: The location of the panel on the display.
  public init(layout: LayoutDocument, viewport: Viewport) {
    self.layout = layout
    self.viewport = viewport
    let pixel = viewport.touchPixel(of: layout.panel)
    pages = Pager(layout, pixel: pixel)
    pinLock = PINLock(layout.panel)
    watchers = layout.knobs.indices.map { knob in
      layout.buttons.indices.filter { layout.buttons[$0].action.knobs.contains(knob) }
    }
    let bar = TabBar(layout)
    labels = layout.labels.map(LabelController.init)
    viewChanges = ViewChanges(
      knobCount: layout.knobs.count, buttonCount: layout.buttons.count + (bar?.count ?? 0),
      labelCount: layout.labels.count)
    owners.reserveCapacity(16)
    ticking.reserveCapacity(layout.knobs.count)
    holding.reserveCapacity(layout.buttons.count)

    knobs = layout.knobs.enumerated().map { index, knob in
      KnobController(knob, index: index, pixel: pixel, delegate: self)
    }
    buttons = layout.buttons.map { ButtonController($0, knobs: knobs, pixel: pixel) }
    if let bar {
      buttons += (0..<bar.count).map { ButtonController(tab: $0, of: bar, pixel: pixel) }
    }
    makeGroups()
    makeChoices()
    viewChanges.markAll()
  }

  /// Replaces a knob of this panel with one of the previous panel.
  func adopt(_ knob: KnobController, at index: Int) {
    (knob.index, knob.delegate) = (index, self)
    if knob.lastUse != nil { planReturn(of: knob) }
    knobs[index] = knob
  }

  /// Creates the groups from the current knobs.
  func makeGroups() {
    groups.removeAll()
    for knob in knobs { knob.membership = nil }
    var byID: [String: KnobController] = [:]
    for master in knobs {
      guard case .group(let group)? = master.layout.control else { continue }
      if byID.isEmpty {
        byID = Dictionary(knobs.map { ($0.layout.id, $0) }, uniquingKeysWith: { first, _ in first })
      }
      var members: [KnobController] = []
      for id in group.members {
        guard let member = byID[id], member !== master,
          member.membership == nil, !member.knob.travel.wraps,
          !members.contains(where: { $0 === member })
        else { continue }
        members.append(member)
      }
      groups.append(KnobGroup(master: master, members: members, shows: group.shows))
    }
  }
}

// MARK: External changes of knobs

extension PanelController {
  /// Sets a knob without an event, a control request or a glide.
  public func set(value: Double, ofKnob index: Int) { knobs[index].set(value: value) }

  /// Returns the value of a knob, in its unit.
  public func value(ofKnob index: Int) -> Double { knobs[index].knob.value }

  /// Returns the current look of a knob.
  public func viewState(ofKnob index: Int) -> KnobViewState { knobs[index].viewState }

  /// Connects a knob to a control, or notes that its level has become unknown; the knob shows no
  /// value until it receives the control's level, and a finger that turns it is cancelled.
  public func connect(knob index: Int) {
    isMidStep = true
    knobs[index].connect()
    cancelTouch(of: knobs[index])
    isMidStep = false
    chooseAgain(for: index)
  }

  /// Handles a level that a knob's control reports.
  ///
  /// - Parameters:
  ///   - level: Fraction 0…1 of the knob's range.
  ///   - index: Index of the knob in the layout.
  ///   - time: When it was received.
  public func handleLevel(_ level: Double, ofKnob index: Int, at time: Timestamp) {
    now = time
    let isBack = knobs[index].control.state != .connected
    knobs[index].handleLevel(level)
    if isBack { restoreReturned() }
  }

  /// Handles the loss of a knob's control: the knob is greyed out.
  public func handleLoss(ofKnob index: Int, at time: Timestamp) {
    now = time
    cancelTouch(of: knobs[index])
    knobs[index].handleLoss()
  }
}

// MARK: Time

extension PanelController {
  /// When `tick` has to be called next; nil while nothing is scheduled.
  public var nextWake: Timestamp? {
    var next = Timestamp.earlier(nextFrame, Timestamp.earlier(homeWake, nextReturn))
    next = Timestamp.earlier(next, Timestamp.earlier(nextHold, pinWake))
    next = Timestamp.earlier(next, cleaning?.nextSecond(after: now))
    for index in ticking { next = Timestamp.earlier(next, knobs[index].wake) }
    return next
  }

  /// Performs what is due and advances animations.
  public func tick(at time: Timestamp) {
    now = time
    movePages()
    returnValues()
    tickHolds()
    var place = 0
    // Knobs that begin to need ticks during this loop get theirs in the same call.
    while place < ticking.count {
      let knob = knobs[ticking[place]]
      if !knob.tick() { owners.removeAll { $0.knob === knob } }
      place += 1
    }
    tickPIN()
    tickCleaning()
    openPad()
    planNextFrame()
  }

  /// Draws the pointers of held knobs where they will be when the next picture becomes visible;
  /// call this before updating the picture.
  ///
  /// Only the pointers are ahead of the fingers, by at most 20 ms.
  ///
  /// - Parameter time: When the picture becomes visible; nil if that is unknown: the pointers are
  ///   then drawn at their current positions.
  public func predict(shownAt time: Timestamp?) {
    for owner in owners { owner.knob.predict(shownAt: time) }
  }

  /// Removes the knobs that no longer need ticks, and schedules the next animation frame.
  func planNextFrame() {
    let isMoving = pages.isGliding || !holding.isEmpty || ticking.contains { knobs[$0].isMoving }
    ticking.removeAll { !knobs[$0].needsTicks }
    nextFrame = isMoving ? now.advanced(byMicroseconds: Self.frameMicroseconds) : nil
  }

  /// Animations run at 60 frames per second, regardless of the display's refresh rate.
  private static let frameMicroseconds: Int64 = 16_667
}

// MARK: Delegate of the knobs

extension PanelController: KnobControllerDelegate {
  func emit(_ event: KnobEvent) { events.append(.knob(event)) }

  func request(_ request: ControlRequest) { controlRequests.append(request) }

  func markChanged(_ knob: KnobController) {
    viewChanges.mark(knob: knob.index)
    for button in watchers[knob.index] { viewChanges.mark(button: button) }
    updateChoices(of: knob)
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
