public import Gesture
public import LayoutFile

internal import Glibc
internal import Knobs

/// The live panel: fingers and news from outside go in, events, wishes and looks come out.
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
/// | 12 | free | tap otherwise | `tapped` |
/// | 13 | awaited or lost control | finger lands | nothing |
/// | 14 | held | its control is lost | `cancelled` |
public final class Panel {
  /// A level that a knob's control should take.
  public struct Wish: Hashable, Sendable {
    public var knob: Int
    /// Fraction 0…1 of the knob's range.
    public var level: Double
    /// False while a finger still turns.
    public var isFinal: Bool
  }

  public let layout: Layout
  public private(set) var viewport: Viewport
  /// What happened since the caller last emptied it, oldest first.
  public var events: [PanelEvent] = []
  /// What the controls should do since the caller last emptied it.
  public var wishes: [Wish] = []

  private var knobs: [LivingKnob]
  private var owners: [(contact: ContactID, knob: Int)] = []
  private var picture: PanelPicture?
  private var now = Timestamp(microseconds: 0)

  /// A panel that keeps `picture` up to date, if it has one.
  public init(layout: Layout, viewport: Viewport, picture: PanelPicture? = nil) {
    self.layout = layout
    self.viewport = viewport
    self.picture = picture
    knobs = layout.knobs.map(LivingKnob.init)
    for index in knobs.indices { show(index) }
  }

  /// Goes on at another display, or at the same one in another mode; fingers keep their knobs.
  public func move(to viewport: Viewport, picture: PanelPicture?) {
    self.viewport = viewport
    self.picture = picture
    for index in knobs.indices { show(index) }
  }

  /// Sets a knob by its maker's hand: no event, no wish, no glide.
  public func set(value: Double, ofKnob index: Int) {
    knobs[index].knob.set(value: value)
    knobs[index].shownPosition = knobs[index].knob.position
    knobs[index].glide = nil
    show(index)
  }

  /// The value that a knob says.
  public func value(ofKnob index: Int) -> Double { knobs[index].knob.value }

  /// Looks of a knob now.
  public func appearance(ofKnob index: Int) -> KnobAppearance { knobs[index].appearance }

  /// When `tick` wants to be called next; nil while nothing moves by itself.
  public private(set) var nextWake: Timestamp?

  /// Moves on what moves by itself.
  public func tick(at time: Timestamp) {
    now = time
    var isMoving = false
    for index in knobs.indices where knobs[index].glide != nil {
      if knobs[index].advance(to: time) { isMoving = true }
      show(index)
    }
    nextWake = isMoving ? time.advanced(byMicroseconds: Self.frameMicroseconds) : nil
  }

  /// Animations that no display's refresh drives run at 60 frames a second.
  private static let frameMicroseconds: Int64 = 16_667

  private func show(_ index: Int) {
    picture?.set(knobs[index].appearance, ofKnob: index)
  }

  private func note(_ kind: PanelEvent.Kind, _ index: Int, turned: Double = 0) {
    let knob = knobs[index].knob
    events.append(
      PanelEvent(
        time: now, knob: index, kind: kind, value: knob.value, angle: knob.angle, turned: turned))
  }

  private func noteTouch(_ kind: PanelEvent.Kind, _ index: Int) {
    note(kind, index, turned: Angle.degrees(fromRadians: knobs[index].recognizer.turned))
  }

  private func wish(_ index: Int, isFinal: Bool) {
    guard knobs[index].link == .connected else { return }
    wishes.append(Wish(knob: index, level: knobs[index].knob.level, isFinal: isFinal))
  }
}

// MARK: Fingers

extension Panel {
  /// Handles all changes of one frame of a touch device.
  public func handle(_ frame: TouchFrame) {
    now = frame.time
    for change in frame.changes {
      switch change {
      case .down(let contact, let fraction): down(contact, at: fraction)
      case .moved(let contact, let fraction): moved(contact, to: fraction)
      case .up(let contact): up(contact)
      case .cancelled(let contact): cancelled(contact)
      }
    }
  }

  private func down(_ contact: ContactID, at fraction: Point) {
    // A contact that comes down twice lost its up on the way.
    cancelled(contact)
    let point = viewport.designPoint(displayFraction: fraction)
    guard let index = knob(under: point),
      case .began(let direction)? = knobs[index].recognizer.down(contact, at: point, time: now)
    else { return }
    owners.append((contact, index))
    knobs[index].changedByFinger = false
    knobs[index].grab(at: now)
    noteTouch(.began, index)
    if knobs[index].recognizer.rules.mode == .absolute, let direction {
      change(index) { $0.point(atRadians: direction) }
    }
    show(index)
  }

  /// The nearest knob whose reach the point lies in, nil if it is held already or takes no finger.
  private func knob(under point: Point) -> Int? {
    var nearest: Int?
    var least = 1.0
    for index in knobs.indices {
      let nearness = knobs[index].recognizer.rules.dial.nearness(of: point)
      if nearness <= least {
        least = nearness
        nearest = index
      }
    }
    guard let nearest, !knobs[nearest].isInert, knobs[nearest].recognizer.owner == nil else {
      return nil
    }
    return nearest
  }

  /// Where a finger would take the free knob at a place on the display so that going round the
  /// centre clockwise turns it clockwise, for devices that turn without fingers; nil if there is none.
  ///
  /// All are fractions of the display's width and height.
  public func grip(at fraction: Point) -> (center: Point, grip: Point)? {
    guard let index = knob(under: viewport.designPoint(displayFraction: fraction)) else {
      return nil
    }
    let rules = knobs[index].recognizer.rules
    let degrees =
      switch rules.mode {
      case .vertical, .both: -90.0
      case .horizontal: 0.0
      case .relative, .absolute, .auto: knobs[index].knob.angle
      }
    let radians = Angle.radians(fromDegrees: degrees)
    let radius = 0.7 * rules.dial.reachRadius
    let center = rules.dial.center
    let grip = Point(x: center.x + radius * sin(radians), y: center.y - radius * cos(radians))
    return (viewport.displayFraction(designPoint: center), viewport.displayFraction(designPoint: grip))
  }

  private func moved(_ contact: ContactID, to fraction: Point) {
    guard let index = owners.first(where: { $0.contact == contact })?.knob else { return }
    let point = viewport.designPoint(displayFraction: fraction)
    guard case .turned(let turn)? = knobs[index].recognizer.moved(contact, to: point) else {
      return
    }
    change(index) { $0.turn(byRadians: turn) }
  }

  /// Lets the finger change a knob and tells everybody if its value became another.
  private func change(_ index: Int, by body: (inout Knob) -> Void) {
    let old = knobs[index].knob.value
    body(&knobs[index].knob)
    knobs[index].shownPosition = knobs[index].knob.position
    show(index)
    guard knobs[index].knob.value != old else { return }
    knobs[index].changedByFinger = true
    knobs[index].awaitingRelease = nil
    noteTouch(.changed, index)
    wish(index, isFinal: false)
  }

  private func up(_ contact: ContactID) {
    guard let index = disown(contact),
      case .ended(let taps)? = knobs[index].recognizer.up(contact, time: now)
    else { return }
    noteTouch(.ended, index)
    let isReset = taps == 2 && knobs[index].defaultValue != nil
    if taps > 0, !isReset { noteTouch(.tapped, index) }
    if isReset { reset(index) } else { release(index) }
  }

  private func cancelled(_ contact: ContactID) {
    guard let index = disown(contact),
      case .cancelled? = knobs[index].recognizer.cancelled(contact)
    else { return }
    noteTouch(.cancelled, index)
    release(index)
  }

  private func disown(_ contact: ContactID) -> Int? {
    guard let place = owners.firstIndex(where: { $0.contact == contact }) else { return nil }
    return owners.remove(at: place).knob
  }

  /// Ends what a finger did to a knob: the final value goes out, or what waited comes in.
  private func release(_ index: Int) {
    knobs[index].knob.release()
    if knobs[index].changedByFinger { wish(index, isFinal: true) }
    if let level = knobs[index].awaitingRelease {
      knobs[index].awaitingRelease = nil
      follow(level, index)
    }
    show(index)
  }

  private func reset(_ index: Int) {
    guard let value = knobs[index].defaultValue else { return }
    knobs[index].awaitingRelease = nil
    knobs[index].go(toValue: value, at: now)
    note(.reset, index)
    wish(index, isFinal: true)
    tick(at: now)
    show(index)
  }
}

// MARK: Controls

extension Panel {
  /// Says that a knob drives something now; until its level comes the knob shows no value.
  public func connect(knob index: Int) {
    knobs[index].link = .awaited
    show(index)
  }

  /// Takes the level that a knob's control has by somebody else's doing.
  public func handleLevel(_ level: Double, ofKnob index: Int, at time: Timestamp) {
    now = time
    let isFirst = knobs[index].link != .connected
    knobs[index].link = .connected
    if knobs[index].recognizer.owner != nil {
      knobs[index].awaitingRelease = level
    } else if isFirst {
      // The first reading is where the knob is, not a movement to it.
      knobs[index].knob.set(value: knobs[index].knob.scale.value(atLevel: level))
      knobs[index].shownPosition = knobs[index].knob.position
      knobs[index].glide = nil
      note(.remote, index)
    } else {
      follow(level, index)
    }
    show(index)
  }

  /// Greys a knob out whose control cannot be reached.
  public func handleLoss(ofKnob index: Int, at time: Timestamp) {
    now = time
    if let owner = knobs[index].recognizer.owner { cancelled(owner) }
    knobs[index].link = .lost
    knobs[index].awaitingRelease = nil
    show(index)
  }

  /// Ends every contact, as when the console is taken away.
  public func cancelAllContacts(at time: Timestamp) {
    now = time
    while let owner = owners.last { cancelled(owner.contact) }
  }

  private func follow(_ level: Double, _ index: Int) {
    let old = knobs[index].knob.value
    let value = knobs[index].knob.scale.value(atLevel: level)
    knobs[index].go(toValue: value, at: now)
    if knobs[index].knob.value != old { note(.remote, index) }
    tick(at: now)
  }
}
