/// Whether a device is there, and when one that was gone may be so again; pure.
///
/// | the device           | counts                                                  |
/// |----------------------|---------------------------------------------------------|
/// | says that it is gone | at once                                                 |
/// | says that it is back | at once, or `Retry`'s wait after it was gone            |
///
/// So a device that comes and goes a thousand times a second is reported a few times a minute.
struct Presence {
  private(set) var isHere = true
  private var retry = Retry()
  private var earliestMicroseconds: Int64 = .min
  private var isWaiting = false

  /// When to call `comeBack` again; nil if the device is not waiting to be back.
  var deadlineMicroseconds: Int64? { isWaiting ? earliestMicroseconds : nil }

  /// The device is gone; true if it was there until now.
  mutating func leave(atMicroseconds now: Int64) -> Bool {
    isWaiting = false
    guard isHere else { return false }
    isHere = false
    earliestMicroseconds = retry.nextMicroseconds(now: now)
    return true
  }

  /// The device is back; true if it counts as such from now on.
  mutating func comeBack(atMicroseconds now: Int64) -> Bool {
    guard !isHere else { return false }
    isWaiting = now < earliestMicroseconds
    guard !isWaiting else { return false }
    isHere = true
    retry.didOpen(atMicroseconds: now)
    return true
  }
}
