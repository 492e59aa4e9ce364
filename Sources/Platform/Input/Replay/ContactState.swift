internal import Gesture

/// The state of one slot of a device, and its unreported changes.
///
/// The events of a frame change the state; the end of the frame reports the changes. For a slot
/// that was reported as *up* or *down* before the frame:
///
/// | # | before | in the frame | reported |
/// |---|---|---|---|
/// | 1 | up | begins, position known | down |
/// | 2 | up | begins, but one coordinate is unknown | nothing; down once it is known |
/// | 3 | up | position only | nothing; remembered for the next contact |
/// | 4 | up | begins and ends | nothing |
/// | 5 | up | ends | nothing |
/// | 6 | down | position | moved |
/// | 7 | down | ends, with or without a position | up |
/// | 8 | down | ends and begins | up, down |
/// | 9 | down | begins as another contact without an end | up, down |
/// | 10 | down | begins as the same contact, or no event | nothing |
/// | 11 | down | palm | cancelled, then nothing until it ends, even if it is a finger again |
/// | 12 | up | begins as a palm | nothing until it ends |
/// | 13 | down | events were dropped, then an event of this contact | as above |
/// | 14 | down | events were dropped, then other events prove that it ended | cancelled |
/// | 15 | down | the recording ends | cancelled |
///
/// Row 3 ignores a contact that began before the recording.
struct ContactState {
  private enum Ending {
    case up
    case cancelled
  }

  private var x: Int32?
  private var y: Int32?
  /// The tracking id of the contact; nil if there is none.
  private var trackingID: Int32?
  /// The last reported tool; it is kept after the contact, since the kernel reports only changes.
  private var isPalm = false
  /// Whether the contact was a palm; if so, it is ignored until it ends.
  private var isRejected = false
  private var isReportedDown = false
  /// Whether events were dropped since the contact's last event, so that it may have ended.
  private var mayHaveEnded = false

  // Since the last frame:
  private var ending: Ending?
  private var hasMoved = false

  /// Whether there is a contact, reported or not.
  var isOccupied: Bool { trackingID != nil || isReportedDown }

  /// The position in device units; nil until both coordinates are known.
  var position: (x: Int32, y: Int32)? {
    guard let x, let y else { return nil }
    return (x, y)
  }

  mutating func begin(trackingID id: Int32 = 0) {
    mayHaveEnded = false
    guard id != trackingID else { return }
    if isReportedDown, ending == nil { ending = .up }
    trackingID = id
    isRejected = false
  }

  mutating func end() {
    mayHaveEnded = false
    if isReportedDown, ending == nil { ending = .up }
    trackingID = nil
  }

  mutating func moveX(to value: Int32) {
    mayHaveEnded = false
    hasMoved = hasMoved || x != value
    x = value
  }

  mutating func moveY(to value: Int32) {
    mayHaveEnded = false
    hasMoved = hasMoved || y != value
    y = value
  }

  mutating func setTool(isPalm: Bool) {
    mayHaveEnded = false
    self.isPalm = isPalm
  }

  /// Records that events were dropped: the contact may have ended meanwhile.
  mutating func handleDropped() {
    mayHaveEnded = isReportedDown
  }

  /// Cancels the contact if it may have ended while events were dropped.
  ///
  /// - Returns: Whether it cancelled the contact, so that there is a change to report.
  @discardableResult
  mutating func cancelIfUncertain() -> Bool {
    guard mayHaveEnded else { return false }
    mayHaveEnded = false
    cancel()
    return true
  }

  /// Ends the contact without an `up`.
  mutating func cancel() {
    if isReportedDown { ending = .cancelled }
    trackingID = nil
  }

  /// Appends the changes since the last frame, at the end of a frame.
  mutating func report(
    as contact: ContactID, x xRange: AxisRange, y yRange: AxisRange,
    into changes: inout [ContactChange]
  ) {
    // Only now, because the kernel sends the tool after the tracking id.
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
