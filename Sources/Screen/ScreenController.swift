public import Gesture
public import Layout

/// When the screen of a panel is dimmed and off, how bright it is, and which touches only wake it.
///
/// | # | screen | event | result |
/// |---|---|---|---|
/// | 1 | lit | not touched for the time of `dim` | dimmed |
/// | 2 | lit, dimmed | not touched for the time of `off` | off |
/// | 3 | dimmed | touched | lit; the touch acts |
/// | 4 | off | touched | lit; the touch does nothing else, see `TouchGuard` |
/// | 5 | off | an encoder is turned or pressed | lit; it does nothing within the guard's time |
/// | 6 | any | made lit or off from outside | so it is, as if touched then |
/// | 7 | any | the machine was suspended | lit, as if touched then |
/// | 8 | any | a brightness is set from outside | lit, as bright as that until row 9 |
/// | 9 | any | it becomes day or night | as bright as the layout says |
/// | 10 | lit, dimmed | a minute after the last step, or later if it was off | the picture is shifted by a step |
///
/// Pure: time comes with each call.
public struct ScreenController {
  /// How the screen is now.
  public private(set) var state = ScreenState.lit
  /// How bright it is while it is lit, 0…1.
  public var fullBrightness: Double {
    setBrightness ?? (isNight ? layout.night?.brightness : nil) ?? layout.brightness
  }
  /// How bright it is now, 0…1.
  public var brightness: Double { fullBrightness * dimming }
  /// How bright it is now as a fraction of `fullBrightness`, 0…1.
  public var dimming: Double {
    switch state {
    case .lit: 1
    case .dimmed: layout.dimBrightness
    case .off: 0
    }
  }
  /// Where the picture is shown, as fractions of its width and height.
  public var shift: (x: Double, y: Double) {
    let place = PictureShift(step: shiftStep)
    return (place.x * layout.shift, place.y * layout.shift)
  }
  private var shiftStep = 0
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
    switch state {
    case .lit: Timestamp.earlier(Timestamp.earlier(dimTime, offTime), shiftTime)
    case .dimmed: Timestamp.earlier(offTime, shiftTime)
    case .off: nil
    }
  }

  /// Rows 1, 2 and 10.
  public mutating func tick(at time: Timestamp) {
    if state != .off, let shiftTime, shiftTime <= time {
      shiftStep += 1
      lastShift = time
    }
    if state != .off, let offTime, offTime <= time {
      state = .off
    } else if state == .lit, let dimTime, dimTime <= time {
      state = .dimmed
    }
  }

  /// Rows 3 and 4: notes that the screen is touched.
  ///
  /// - Parameter frame: What the fingers do.
  /// - Returns: What of it the panel shall know; nil for nothing.
  public mutating func filter(_ frame: TouchFrame) -> TouchFrame? {
    if state == .off {
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
    if state == .off { touchGuard.woke(at: time) }
    use(at: time)
    return !touchGuard.isGuarding(at: time)
  }

  /// Rows 6 and 7.
  public mutating func wake(at time: Timestamp) { use(at: time) }

  /// Row 6.
  public mutating func turnOff() { state = .off }

  /// Row 8.
  ///
  /// - Parameters:
  ///   - brightness: 0…1.
  ///   - time: When it is set.
  public mutating func set(brightness: Double, at time: Timestamp) {
    setBrightness = min(max(brightness, 0), 1)
    wake(at: time)
  }

  /// Row 9: follows the time of day.
  ///
  /// - Parameter clock: The time.
  /// - Returns: When to call this again, in seconds of UTC (Unix time); nil for never.
  public mutating func follow(_ clock: WallClock) -> Int64? {
    let daytime = layout.night.map { Daytime($0.hours, at: clock) }
    if daytime?.isNight ?? false != isNight { setBrightness = nil }
    isNight = daytime?.isNight ?? false
    return daytime?.nextChange
  }

  private mutating func use(at time: Timestamp) {
    state = .lit
    // Event times of two devices can run backwards.
    if lastUse < time { lastUse = time }
  }

  private var dimTime: Timestamp? {
    layout.dimMicroseconds.map { lastUse.advanced(byMicroseconds: $0) }
  }

  private var shiftTime: Timestamp? {
    layout.shift > 0 ? lastShift.advanced(byMicroseconds: Self.shiftMicroseconds) : nil
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
