/// How the screen of a running panel is; the raw values are those of events.
public enum ScreenState: String, CaseIterable, Sendable {
  case lit, dimmed
  /// A clock or a picture is shown in place of the panel, dimmed or not.
  case idle
  case off
}

/// The `screen:` section of the panel: how bright the screen is, and when it is dimmed and off.
public struct ScreenLayout: Hashable, Sendable {
  /// How the screen is made dark.
  public enum Off: String, CaseIterable, Sendable {
    /// The backlight is switched off and the picture stays; black where there is no backlight.
    case backlight
    /// The output is disabled, so that the screen goes to standby.
    case dpms
    /// A black picture.
    case black
  }

  /// What lights the screen.
  public enum Backlight: Hashable, Sendable {
    /// The one of that name in /sys/class/backlight; nil for the one that there is.
    case kernel(name: String?)
    /// That of a monitor, set by DDC/CI.
    case ddc
  }

  /// Brightness for a part of the day.
  public struct Night: Hashable, Sendable {
    /// 0…1.
    public var brightness: Double
    /// When it is night.
    public var hours: Hours

    /// A brightness for those hours.
    public init(brightness: Double, hours: Hours) {
      self.brightness = brightness
      self.hours = hours
    }
  }

  /// When it is night.
  public enum Hours: Hashable, Sendable {
    /// From one time of the day to another one, in minutes since midnight of local time.
    case clock(from: Int, to: Int)
    /// From sunset to sunrise, at a place in degrees: north and east are positive.
    case sun(latitude: Double, longitude: Double)
  }

  /// What is shown in place of a panel that nobody uses.
  public struct Idle: Hashable, Sendable {
    /// What is shown.
    public enum Content: Hashable, Sendable {
      /// The time of day, and the date below it; nil for no date.
      case clock(time: TimeFormat, date: TimeFormat?)
      /// A picture that fills the display.
      case picture(BackgroundLayout)
    }

    /// Time without a touch after which it is shown, in microseconds.
    public var microseconds: Int64
    /// What is shown.
    public var content: Content

    /// Shows the content after that time.
    public init(afterMicroseconds microseconds: Int64, _ content: Content) {
      (self.microseconds, self.content) = (microseconds, content)
    }
  }

  /// 0…1, by day if there is a night.
  public var brightness = 1.0
  /// Nil if it is as bright by night.
  public var night: Night?
  /// Time without a touch after which it is dimmed, in microseconds; nil for never.
  public var dimMicroseconds: Int64?
  /// Of the brightness that it would have, 0…1.
  public var dimBrightness = 0.2
  /// Nil if the panel is shown all the time.
  public var idle: Idle?
  /// Time without a touch after which it is off, in microseconds; nil for never.
  public var offMicroseconds: Int64?
  /// How it is made dark.
  public var off = Off.backlight
  /// How long after the touch that wakes it further touches do nothing, in microseconds.
  public var guardMicroseconds: Int64 = 500_000
  /// How far the picture moves about its place, as a fraction of its width and height; 0 for not.
  public var shift = 0.0
  /// What lights the screen.
  public var backlight = Backlight.kernel(name: nil)

  /// A screen that is always as bright as it can be.
  public init() {}
}
