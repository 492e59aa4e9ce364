/// Whether a device is present, and when an absent device may be present again; pure.
///
/// | the device reports | effective                                      |
/// |--------------------|------------------------------------------------|
/// | that it is gone    | at once                                        |
/// | that it is back    | at once, or `Retry`'s delay after it was gone  |
///
/// Thus a device that comes and goes a thousand times a second is reported a few times a minute.
struct Presence {
  private(set) var isPresent = true
  private var retry = Retry()
  private var earliestMicroseconds: Int64 = .min
  private var isWaiting = false

  /// When to call `comeBack` again; nil if the device is not waiting to be back.
  var deadlineMicroseconds: Int64? { isWaiting ? earliestMicroseconds : nil }

  /// Marks the device as gone; true if it was present until now.
  mutating func leave(atMicroseconds now: Int64) -> Bool {
    isWaiting = false
    guard isPresent else { return false }
    isPresent = false
    earliestMicroseconds = retry.nextMicroseconds(now: now)
    return true
  }

  /// Marks the device as back; true if it is present from now on.
  mutating func comeBack(atMicroseconds now: Int64) -> Bool {
    guard !isPresent else { return false }
    isWaiting = now < earliestMicroseconds
    guard !isWaiting else { return false }
    isPresent = true
    retry.didOpen(atMicroseconds: now)
    return true
  }
}
