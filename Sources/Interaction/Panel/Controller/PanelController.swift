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
  /// What buttons have requested of the screen, oldest first; the caller does that and empties it.
  public var screenRequests: [ScreenRequest] = []
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

  let context: PanelContext
  private(set) var knobs: [KnobController] = []
  /// Knobs made for the next panel and replaced there by knobs of this panel.
  var replaced: [KnobController] = []
  /// The buttons of the layout, then the tabs.
  private(set) var buttons: [ButtonController] = []
  /// For each knob, the indices of the buttons whose look depends on it.
  private let dependentButtons: [[Int]]
  /// For each knob, the indices of those whose limit it is.
  let limitedKnobs: [[Int]]
  /// The labels of the layout; labels without a value never change.
  var labels: [LabelController]
  private(set) var groups: [KnobGroup] = []
  var choices: [ButtonChoice] = []
  /// Whether a button is changing knobs, after which choices are evaluated once.
  var isMidStep = false {
    didSet { settleAppearances() }
  }
  /// What items look like while conditions hold.
  var appearances: Appearances
  var conditionInputs: ConditionInputs
  /// Whether cases are being found, or none can be yet.
  var isSettlingAppearances = true
  var pages: Pager {
    didSet {
      guard pages.shown != context.shownPage else { return }
      context.shownPage = pages.shown
      appearances.mark(.page)
    }
  }
  /// Index of the language of the texts in the layout; 0 if it has no choice.
  public internal(set) var language = 0 {
    didSet {
      context.language = language
      appearances.mark(.language)
    }
  }
  var pinLock: PINLock {
    didSet { context.isPINLocked = isPINLocked }
  }
  /// The PIN pad; nil while it is closed.
  var pad: PINPad?
  /// The time until touches take effect again, and its number of seconds at the beginning; nil if
  /// they do.
  var cleaning: (rest: Countdown, seconds: Int)?
  var messages = MessageQueue()
  /// Whether the screen is off, or shows its idle picture.
  var isUnseen = false
  /// The finger on the message that is shown.
  var messageContact: ContactID?
  /// The requested purpose of the pad; nil if the pad is not to be opened.
  var padRequest: PINPad.Purpose?
  /// The time of the last input from a touch device or an encoder.
  var lastTouch = Timestamp(microseconds: 0)
  /// When a program or a control last chose a page or a language, or pressed a button.
  var lastChoice = Timestamp(microseconds: 0)
  /// The contacts that landed on knobs.
  var owners: [(contact: ContactID, knob: KnobController)] = []
  /// A second finger on a held knob that may turn out to be a tap.
  var secondFinger: (contact: ContactID, knob: KnobController, time: Timestamp)?
  /// The time of the input being handled.
  var now: Timestamp {
    get { context.now }
    set { context.now = newValue }
  }
  /// What caused the input being handled, of which all events have the source.
  var source: EventSource {
    get { context.source }
    set { context.source = newValue }
  }
  /// When the next detent may be played.
  var nextDetent = Timestamp(microseconds: 0)
  /// Indices of the buttons held by a finger until they act, each once.
  var heldButtons: [Int] = []
  /// Indices of the buttons whose steps wait, each once.
  var waitingButtons: [Int] = []
  /// Indices of the knobs whose values may have to return.
  var returningKnobs: [Int] = []
  /// Indices of the knobs that need ticks, in the order in which they started.
  private(set) var tickingKnobs: [Int] = []
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
    context = PanelContext(givesFeedback: layout.panel.clicks.isOn)
    dependentButtons = layout.knobs.indices.map { knob in
      layout.buttons.indices.filter { layout.buttons[$0].knobs.contains(knob) }
    }
    limitedKnobs = Self.limitedKnobs(of: layout)
    let bar = TabBar(layout)
    labels = layout.labels.map(LabelController.init)
    appearances = Appearances(layout)
    conditionInputs = ConditionInputs(layout)
    viewChanges = ViewChanges(
      knobCount: layout.knobs.count, buttonCount: layout.buttons.count + (bar?.count ?? 0),
      labelCount: layout.labels.count, imageCount: layout.images.count)
    owners.reserveCapacity(16)
    tickingKnobs.reserveCapacity(layout.knobs.count)
    heldButtons.reserveCapacity(layout.buttons.count)

    knobs = layout.knobs.enumerated().map { index, knob in
      KnobController(knob, index: index, pixel: pixel, context: context)
    }
    buttons = layout.buttons.map {
      ButtonController($0, knobs: knobs, pixel: pixel, context: context)
    }
    if let bar {
      buttons += (0..<bar.count).map {
        ButtonController(tab: $0, of: bar, pixel: pixel, context: context)
      }
    }
    context.isPINLocked = isPINLocked
    makeGroups()
    applyEffects()
    followLimits()
    beginAppearances()
    applyEffects()
    isSettlingAppearances = false
    makeChoices()
    viewChanges.markAll()
  }

  /// Replaces a knob of this panel with one of the previous panel.
  func adopt(_ knob: KnobController, at index: Int) {
    (knob.index, knob.context) = (index, context)
    knobs[index] = knob
    if knob.lastUse != nil { planReturn(ofKnob: index) }
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
    // A master changes its members; ten fingers turn ten knobs before one frame.
    context.reserveEffects(ofKnobs: 10 + (groups.map(\.members.count).max() ?? 0))
  }
}

// MARK: Knobs

extension PanelController {
  /// Sets a knob without an event, a control request or a glide.
  public func set(value: Double, ofKnob index: Int) {
    knobs[index].set(value: value)
    applyEffects()
  }

  /// Returns the value of a knob, in its unit.
  public func value(ofKnob index: Int) -> Double { knobs[index].knob.value }

  /// Returns the actual value beside that of a knob, in its unit; nil while there is none.
  public func reading(ofKnob index: Int) -> Double? { knobs[index].reading.value }

  /// Returns the current look of a knob.
  public func viewState(ofKnob index: Int) -> KnobViewState { knobs[index].viewState }
}

// MARK: Time

extension PanelController {
  /// When `tick` has to be called next; nil while nothing is scheduled.
  public var nextWake: Timestamp? {
    var next = Timestamp.earlier(nextFrame, Timestamp.earlier(homeWake, nextReturn))
    next = Timestamp.earlier(next, firstLanguageWake)
    next = Timestamp.earlier(next, Timestamp.earlier(nextHold, pinWake))
    next = Timestamp.earlier(next, Timestamp.earlier(nextStep, messageWake))
    if let rest = cleaning?.rest {
      next = Timestamp.earlier(next, rest.nextSecond(after: now) ?? rest.end)
    }
    for index in tickingKnobs { next = Timestamp.earlier(next, knobs[index].wake) }
    return next
  }

  /// Whether something is moving by itself, such as a page that slides into view.
  public var isAnimating: Bool { nextFrame != nil }

  /// Performs what is due and advances animations.
  public func tick(at time: Timestamp) {
    (now, source) = (time, .timer)
    movePages()
    returnLanguage()
    returnValues()
    tickHolds()
    tickSteps()
    var index = 0
    // Knobs that begin to need ticks during this loop get theirs in the same call.
    while index < tickingKnobs.count {
      let knob = knobs[tickingKnobs[index]]
      if !knob.tick() { owners.removeAll { $0.knob === knob } }
      applyEffects()
      index += 1
    }
    tickPIN()
    tickCleaning()
    openPad()
    applyEffects()
    updateMessages()
    resumeAppearances()
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
    applyEffects()
  }

  /// Removes the knobs that no longer need ticks, and schedules the next animation frame.
  func planNextFrame() {
    let isMoving =
      pages.isGliding || !heldButtons.isEmpty || tickingKnobs.contains { knobs[$0].isMoving }
    tickingKnobs.removeAll { !knobs[$0].needsTicks }
    nextFrame = isMoving ? now.advanced(byMicroseconds: Self.frameMicroseconds) : nil
  }

  /// Animations run at 60 frames per second, regardless of the display's refresh rate.
  private static let frameMicroseconds: Int64 = 16_667
}

// MARK: Effects of the knobs

extension PanelController {
  /// Carries out what the knobs have left, in order; called after each call of a knob, and before
  /// the panel itself emits or requests something.
  func applyEffects() {
    // An effect can cause others, and a call of this.
    while let effect = context.nextEffect() { apply(effect) }
    settleAppearances()
  }

  private func apply(_ effect: KnobEffect) {
    switch effect {
    case .event(let event): events.append(.knob(event))
    case .request(let request): controlRequests.append(request)
    case .feedback(let feedback): giveFeedback(feedback)
    case .changed(let index):
      viewChanges.mark(knob: index)
      for button in dependentButtons[index] { viewChanges.mark(button: button) }
      updateChoices(ofKnob: index)
      followLimit(ofKnob: index)
      appearances.mark(.knob(index))
    case .startTicks(let index): startTicks(ofKnob: index)
    case .updateTicks(let index):
      if knobs[index].needsTicks { startTicks(ofKnob: index) }
      planNextFrame()
    case .planReturn(let index): planReturn(ofKnob: index)
    case .askForPIN: askForPIN()
    case .cancelTouch(let index): cancelTouch(of: knobs[index])
    }
  }

  /// Calls a knob's `tick` as long as it needs ticks.
  func startTicks(ofKnob index: Int) {
    if !tickingKnobs.contains(index) { tickingKnobs.append(index) }
  }

  func cancelTouch(of knob: KnobController) {
    if let owner = knob.recognizer.owner { cancelled(owner) }
  }
}
