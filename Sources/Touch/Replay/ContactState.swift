internal import Gesture

/// What is known of one slot of a device, and what of it is still to be reported.
///
/// The events of a frame change the state; the end of the frame reports. Case by case, for a slot
/// that was reported as *up* or *down* when the frame began:
///
/// | # | was | the frame says | reported |
/// |---|---|---|---|
/// | 1 | up | begins, position known | down |
/// | 2 | up | begins, but one coordinate was never said | nothing, until it is said: down |
/// | 3 | up | position only | nothing; remembered for the next contact |
/// | 4 | up | begins and ends | nothing |
/// | 5 | up | ends | nothing |
/// | 6 | down | position | moved |
/// | 7 | down | ends, with or without a position | up |
/// | 8 | down | ends and begins | up, down |
/// | 9 | down | begins as another contact without an end | up, down |
/// | 10 | down | begins as the same contact, or says nothing | nothing |
/// | 11 | down | palm | cancelled, then silence until it ends, even if it is a finger again |
/// | 12 | up | begins as a palm | nothing until it ends |
/// | 13 | down | events were lost, then it says something | what it says, as above |
/// | 14 | down | events were lost, then others prove that it ended | cancelled |
/// | 15 | down | the recording ends | cancelled |
///
/// A contact that began before the recording did never begins here, so row 3 ignores it.
struct ContactState {
  private enum Ending {
    case up
    case cancelled
  }

  private var x: Int32?
  private var y: Int32?
  /// What the device calls the contact; nil while none is there.
  private var trackingID: Int32?
  /// The tool as last reported; it outlives the contact, since the kernel reports only changes.
  private var isPalm = false
  /// The contact was a palm once, and stays one.
  private var isRejected = false
  private var isReportedDown = false
  /// Whether events were lost since the contact was last heard of.
  private var isDoubtful = false

  // Since the last frame:
  private var ending: Ending?
  private var hasMoved = false

  /// Whether a contact is there, be it reported or not.
  var isOccupied: Bool { trackingID != nil || isReportedDown }

  /// The position in device units, if both coordinates were ever said.
  var position: (x: Int32, y: Int32)? {
    guard let x, let y else { return nil }
    return (x, y)
  }

  mutating func begin(trackingID id: Int32 = 0) {
    isDoubtful = false
    guard id != trackingID else { return }
    if isReportedDown, ending == nil { ending = .up }
    trackingID = id
    isRejected = false
  }

  mutating func end() {
    isDoubtful = false
    if isReportedDown, ending == nil { ending = .up }
    trackingID = nil
  }

  mutating func moveX(to value: Int32) {
    isDoubtful = false
    hasMoved = hasMoved || x != value
    x = value
  }

  mutating func moveY(to value: Int32) {
    isDoubtful = false
    hasMoved = hasMoved || y != value
    y = value
  }

  mutating func setTool(isPalm: Bool) {
    isDoubtful = false
    self.isPalm = isPalm
  }

  /// Events were lost: the contact may have ended meanwhile.
  mutating func doubt() {
    isDoubtful = isReportedDown
  }

  /// Ends the contact if it was in doubt.
  ///
  /// - Returns: whether it was, so that there is something to report.
  @discardableResult
  mutating func resolveDoubt() -> Bool {
    guard isDoubtful else { return false }
    isDoubtful = false
    cancel()
    return true
  }

  /// Ends the contact for another reason than the person's.
  mutating func cancel() {
    if isReportedDown { ending = .cancelled }
    trackingID = nil
  }

  /// Appends what is to be reported at the end of a frame.
  mutating func report(
    as contact: ContactID, x xRange: AxisRange, y yRange: AxisRange,
    into changes: inout [ContactChange]
  ) {
    // Only now: the kernel tells of the tool behind the tracking id.
    if trackingID != nil, isPalm { isRejected = true }
    if trackingID != nil, isRejected, isReportedDown, ending == nil { ending = .cancelled }
    switch ending {
    case .up: changes.append(.up(contact))
    case .cancelled: changes.append(.cancelled(contact))
    case nil: break
    }
    if ending != nil { isReportedDown = false }
    if trackingID != nil, !isRejected, let position {
      let point = DisplayFraction(
        x: xRange.fraction(position.x), y: yRange.fraction(position.y))
      if !isReportedDown {
        changes.append(.down(contact, point))
      } else if hasMoved {
        changes.append(.moved(contact, point))
      }
      isReportedDown = true
    }
    ending = nil
    hasMoved = false
  }
}
