public import Gesture
public import Layout

/// Decides when a screen is dimmed, idle or off, how bright it is, and which touches only wake it.
///
/// | # | screen | event | result |
/// |---|---|---|---|
/// | 1 | lit, idle | not touched for the time of `dim` | dimmed; idle stays idle, but darker |
/// | 2 | any but off | not touched for the time of `off` | off |
/// | 3 | dimmed | touched | lit; the touch acts, unless the layout has `touch: wake` |
/// | 4 | idle, off | touched | lit; the touch does nothing else, see `TouchGuard` |
/// | 5 | idle, off | an encoder is turned or pressed | lit; it does nothing within the guard time |
/// | 6 | any | set to lit or off from outside | lit or off; lit as if touched at that time |
/// | 7 | any | the machine was suspended | lit, as if touched at that time |
/// | 8 | any | a brightness is set from outside | lit, at that brightness until row 9 |
/// | 8a | any | a button sets a brightness, or that of the layout | as 8, but nothing is lit |
/// | 9 | any | day or night begins | the brightness of the layout |
/// | 10 | lit, dimmed, idle | a minute after the last step, or later if it was off | the picture is shifted by a step |
/// | 11 | lit, dimmed | not touched for the time of `idle` | idle |
/// | 11a | any | somebody comes | lit, as if touched at that time; rows 1, 2 and 11 do not apply until row 11b |
/// | 11b | any | the last one leaves, or the sensor is lost | the times begin |
/// | 11c | any | a light sensor reports, or is lost | the brightness follows it, see `LightFollower`, unless row 8 applies |
/// | 12 | idle with a clock | another minute begins | the picture is shifted by a step; row 10 is suspended |
///
/// The controller reads no clock: the time is passed with each call.
public struct ScreenController {
  /// The current state of the screen.
  public var state: ScreenState { isOff ? .off : isIdle ? .idle : isDimmed ? .dimmed : .lit }
  private var isOff = false
  private var isIdle = false
  private var isDimmed = false
  /// The brightness of the lit screen, 0…1.
  public var fullBrightness: Double { setBrightness ?? light?.brightness ?? timedBrightness }
  /// Where `fullBrightness` goes while it follows a change of the light, 0…1; otherwise the same.
  public var steadyBrightness: Double { setBrightness ?? light?.goal ?? timedBrightness }
  /// The illuminance that the brightness follows, in lux; nil if it is not known.
  public var lux: Double? {
    if case .lux(let lux) = light?.followed { lux } else { nil }
  }
  /// The brightness by day or by night, 0…1.
  private var timedBrightness: Double {
    (isNight ? layout.night?.brightness : nil) ?? layout.brightness
  }
  /// The current brightness, 0…1.
  public var brightness: Double { fullBrightness * dimming }
  /// The current brightness as a fraction of `fullBrightness`, 0…1.
  public var dimming: Double {
    isOff ? 0 : isDimmed ? layout.dimBrightness : 1
  }
  /// The offset of the picture, as fractions of its width and height.
  public var shift: (x: Double, y: Double) {
    let offset = PictureShift(step: shiftStep)
    return (offset.x * layout.shift, offset.y * layout.shift)
  }
  /// The content shown instead of the panel; nil while the panel is shown.
  public var idleContent: ScreenLayout.Idle.Content? { state == .idle ? layout.idle?.content : nil }
  /// The number of steps by which the picture was shifted.
  public private(set) var shiftStep = 0
  /// The minute of UTC (Unix time) shown by the clock.
  private var clockMinute: Int64?
  private var lastShift: Timestamp
  private static let shiftMicroseconds: Int64 = 60_000_000
  private var isNight = false
  /// The brightness set from outside, 0…1; nil for none.
  public private(set) var setBrightness: Double?
  private var layout: ScreenLayout
  private var touchGuard: TouchGuard
  private var lastUse: Timestamp
  /// Whether a sensor reports that somebody is there.
  private var isPresent = false
  /// Follows a light sensor; nil for none.
  private var light: LightFollower?
  /// The curve of the light sensor; nil for none.
  private var curve: LightCurve?

  /// Creates a controller for a screen that was touched just now.
  public init(_ layout: ScreenLayout, at time: Timestamp) {
    self.layout = layout
    (lastUse, lastShift) = (time, time)
    touchGuard = TouchGuard(guardMicroseconds: layout.guardMicroseconds)
  }

  /// Continues with another layout.
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
    return [
      isDimmed ? nil : dimTime, isIdle ? nil : idleTime, offTime, shiftTime, light?.nextWake,
    ]
    .reduce(nil, Timestamp.earlier)
  }

  /// Rows 1, 2, 10, 11 and 11c.
  public mutating func tick(at time: Timestamp) {
    guard !isOff else { return }
    let fallback = timedBrightness
    light?.tick(at: time, fallback: fallback)
    if let shiftTime, shiftTime <= time {
      shiftStep += 1
      lastShift = time
    }
    if let dimTime, dimTime <= time { isDimmed = true }
    if let idleTime, idleTime <= time { isIdle = true }
    if let offTime, offTime <= time { isOff = true }
  }

  /// Rows 3 and 4: handles a touch of the screen.
  ///
  /// - Parameter frame: The changes of the contacts.
  /// - Returns: The part of the frame to pass to the panel; nil for nothing.
  public mutating func filter(_ frame: TouchFrame) -> TouchFrame? {
    if hidesPanel {
      // A lift or a move of a finger that was there before wakes nothing.
      guard frame.changes.contains(where: \.isDown) else { return nil }
      touchGuard.woke(at: frame.time)
    }
    use(at: frame.time)
    return touchGuard.filter(frame)
  }

  /// Row 5: handles the use of an encoder.
  ///
  /// - Returns: Whether the encoder acts.
  public mutating func filterEncoder(at time: Timestamp) -> Bool {
    if hidesPanel { touchGuard.woke(at: time) }
    use(at: time)
    return !touchGuard.isGuarding(at: time)
  }

  /// Rows 6 and 7: lights the screen.
  public mutating func wake(at time: Timestamp) { use(at: time) }

  /// Rows 11a and 11b: follows a sensor.
  public mutating func set(isPresent: Bool, at time: Timestamp) {
    guard isPresent != self.isPresent else { return }
    self.isPresent = isPresent
    if isPresent { wake(at: time) } else { lastUse = max(lastUse, time) }
  }

  /// Row 11c: follows a light sensor along a curve from now on.
  ///
  /// - Parameters:
  ///   - curve: The brightness at each illuminance; nil for no sensor.
  ///   - time: The current time.
  public mutating func follow(_ curve: LightCurve?, at time: Timestamp) {
    guard curve != self.curve else { return }
    let lux = lux
    self.curve = curve
    light = curve.map(LightFollower.init)
    if let lux { light?.report(lux, at: time) }
  }

  /// Row 11c: takes a report of the light sensor, in lux; nil or an impossible number if it has none.
  public mutating func set(lux: Double?, at time: Timestamp) { light?.report(lux, at: time) }

  /// Row 6: switches the screen off.
  public mutating func turnOff() { isOff = true }

  /// Row 8: sets the brightness until day or night begins.
  ///
  /// - Parameters:
  ///   - brightness: 0…1.
  ///   - time: When it is set.
  public mutating func set(brightness: Double, at time: Timestamp) {
    setBrightness = min(max(brightness, 0), 1)
    wake(at: time)
  }

  /// Row 8a: sets the brightness until day or night begins.
  ///
  /// - Parameter brightness: 0…1; nil for that of the layout.
  public mutating func dim(to brightness: Double?) {
    setBrightness = brightness.map { min(max($0, 0), 1) }
  }

  /// Rows 9 and 12: follows the time of day.
  ///
  /// - Parameter clock: The current time.
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

  /// Whether a touch only lights the screen: its effect would be invisible, or the layout says so.
  private var hidesPanel: Bool {
    isOff || isIdle || isDimmed && layout.dimmedTouch == .wake
  }

  private var showsClock: Bool {
    if case .clock = idleContent { true } else { false }
  }

  private mutating func use(at time: Timestamp) {
    if showsClock { lastShift = time }
    if isOff { light?.finish() }
    (isOff, isIdle, isDimmed) = (false, false, false)
    // Event times of different devices can run backwards.
    if lastUse < time { lastUse = time }
  }

  private var dimTime: Timestamp? { time(after: layout.dimMicroseconds) }
  private var idleTime: Timestamp? { time(after: layout.idle?.microseconds) }
  private var offTime: Timestamp? { time(after: layout.offMicroseconds) }

  /// Returns a time after the last use; nil while somebody is there.
  private func time(after microseconds: Int64?) -> Timestamp? {
    isPresent ? nil : microseconds.map { lastUse.advanced(byMicroseconds: $0) }
  }

  private var shiftTime: Timestamp? {
    guard layout.shift > 0, !showsClock else { return nil }
    return lastShift.advanced(byMicroseconds: Self.shiftMicroseconds)
  }
}

extension ContactChange {
  fileprivate var isDown: Bool {
    if case .down = self { true } else { false }
  }
}
