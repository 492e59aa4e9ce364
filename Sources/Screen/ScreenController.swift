public import Gesture
public import Layout

/// When the screen of a panel is dimmed, idle and off, how bright it is, and which touches only wake it.
///
/// | # | screen | event | result |
/// |---|---|---|---|
/// | 1 | lit, idle | not touched for the time of `dim` | dimmed; idle remains so, but darker |
/// | 2 | any but off | not touched for the time of `off` | off |
/// | 3 | dimmed | touched | lit; the touch acts |
/// | 4 | idle, off | touched | lit; the touch does nothing else, see `TouchGuard` |
/// | 5 | idle, off | an encoder is turned or pressed | lit; it does nothing within the guard's time |
/// | 6 | any | made lit or off from outside | so it is, as if touched then |
/// | 7 | any | the machine was suspended | lit, as if touched then |
/// | 8 | any | a brightness is set from outside | lit, as bright as that until row 9 |
/// | 9 | any | it becomes day or night | as bright as the layout says |
/// | 10 | lit, dimmed, idle | a minute after the last step, or later if it was off | the picture is shifted by a step |
/// | 11 | lit, dimmed | not touched for the time of `idle` | idle |
/// | 12 | idle with a clock | another minute begins | the picture is shifted by a step; row 10 rests |
///
/// Pure: time comes with each call.
public struct ScreenController {
  /// How the screen is now.
  public var state: ScreenState { isOff ? .off : isIdle ? .idle : isDimmed ? .dimmed : .lit }
  private var isOff = false
  private var isIdle = false
  private var isDimmed = false
  /// How bright it is while it is lit, 0…1.
  public var fullBrightness: Double {
    setBrightness ?? (isNight ? layout.night?.brightness : nil) ?? layout.brightness
  }
  /// How bright it is now, 0…1.
  public var brightness: Double { fullBrightness * dimming }
  /// How bright it is now as a fraction of `fullBrightness`, 0…1.
  public var dimming: Double {
    isOff ? 0 : isDimmed ? layout.dimBrightness : 1
  }
  /// Where the picture is shown, as fractions of its width and height.
  public var shift: (x: Double, y: Double) {
    let place = PictureShift(step: shiftStep)
    return (place.x * layout.shift, place.y * layout.shift)
  }
  /// What is shown in place of the panel; nil while the panel is.
  public var idleContent: ScreenLayout.Idle.Content? { state == .idle ? layout.idle?.content : nil }
  /// How often the picture was shifted by a step.
  public private(set) var shiftStep = 0
  /// The minute of UTC (Unix time) that the clock shows.
  private var clockMinute: Int64?
  private var lastShift: Timestamp
  private static let shiftMicroseconds: Int64 = 60_000_000
  private var isNight = false
  /// What was set from outside, 0…1; nil for nothing.
  public private(set) var setBrightness: Double?
  private var layout: ScreenLayout
  private var touchGuard: TouchGuard
  private var lastUse: Timestamp

  /// A screen that was touched just now.
  public init(_ layout: ScreenLayout, at time: Timestamp) {
    self.layout = layout
    (lastUse, lastShift) = (time, time)
    touchGuard = TouchGuard(guardMicroseconds: layout.guardMicroseconds)
  }

  /// Goes on with another layout.
  public mutating func follow(_ layout: ScreenLayout, at time: Timestamp) {
    guard layout != self.layout else { return }
    self.layout = layout
    setBrightness = nil
    touchGuard = TouchGuard(guardMicroseconds: layout.guardMicroseconds)
    wake(at: time)
  }

  /// When `tick` has to be called next; nil for never.
  public var nextWake: Timestamp? {
    guard !isOff else { return nil }
    return [isDimmed ? nil : dimTime, isIdle ? nil : idleTime, offTime, shiftTime]
      .reduce(nil, Timestamp.earlier)
  }

  /// Rows 1, 2, 10 and 11.
  public mutating func tick(at time: Timestamp) {
    guard !isOff else { return }
    if let shiftTime, shiftTime <= time {
      shiftStep += 1
      lastShift = time
    }
    if let dimTime, dimTime <= time { isDimmed = true }
    if let idleTime, idleTime <= time { isIdle = true }
    if let offTime, offTime <= time { isOff = true }
  }

  /// Rows 3 and 4: notes that the screen is touched.
  ///
  /// - Parameter frame: What the fingers do.
  /// - Returns: What of it the panel shall know; nil for nothing.
  public mutating func filter(_ frame: TouchFrame) -> TouchFrame? {
    if hidesPanel {
      // A lift or a move of a finger that was there before wakes nothing.
      guard frame.changes.contains(where: \.isDown) else { return nil }
      touchGuard.woke(at: frame.time)
    }
    use(at: frame.time)
    return touchGuard.filter(frame)
  }

  /// Row 5: notes that an encoder was used.
  ///
  /// - Returns: Whether it acts.
  public mutating func filterEncoder(at time: Timestamp) -> Bool {
    if hidesPanel { touchGuard.woke(at: time) }
    use(at: time)
    return !touchGuard.isGuarding(at: time)
  }

  /// Rows 6 and 7.
  public mutating func wake(at time: Timestamp) { use(at: time) }

  /// Row 6.
  public mutating func turnOff() { isOff = true }

  /// Row 8.
  ///
  /// - Parameters:
  ///   - brightness: 0…1.
  ///   - time: When it is set.
  public mutating func set(brightness: Double, at time: Timestamp) {
    setBrightness = min(max(brightness, 0), 1)
    wake(at: time)
  }

  /// Rows 9 and 12: follows the time of day.
  ///
  /// - Parameter clock: The time.
  /// - Returns: When to call this again, in seconds of UTC (Unix time); nil for never.
  public mutating func follow(_ clock: WallClock) -> Int64? {
    let daytime = layout.night.map { Daytime($0.hours, at: clock) }
    if daytime?.isNight ?? false != isNight { setBrightness = nil }
    isNight = daytime?.isNight ?? false
    guard showsClock else {
      clockMinute = nil
      return daytime?.nextChange
    }
    let minute = clock.utcSeconds / 60
    if let clockMinute, clockMinute != minute { shiftStep += 1 }
    clockMinute = minute
    return min(daytime?.nextChange ?? .max, (minute + 1) * 60)
  }

  /// Whether nobody can see what a touch would do.
  private var hidesPanel: Bool { isOff || isIdle }

  private var showsClock: Bool {
    if case .clock = idleContent { true } else { false }
  }

  private mutating func use(at time: Timestamp) {
    if showsClock { lastShift = time }
    (isOff, isIdle, isDimmed) = (false, false, false)
    // Event times of two devices can run backwards.
    if lastUse < time { lastUse = time }
  }

  private var dimTime: Timestamp? {
    layout.dimMicroseconds.map { lastUse.advanced(byMicroseconds: $0) }
  }

  private var idleTime: Timestamp? {
    layout.idle.map { lastUse.advanced(byMicroseconds: $0.microseconds) }
  }

  private var shiftTime: Timestamp? {
    guard layout.shift > 0, !showsClock else { return nil }
    return lastShift.advanced(byMicroseconds: Self.shiftMicroseconds)
  }

  private var offTime: Timestamp? {
    layout.offMicroseconds.map { lastUse.advanced(byMicroseconds: $0) }
  }
}

extension ContactChange {
  fileprivate var isDown: Bool {
    if case .down = self { true } else { false }
  }
}
