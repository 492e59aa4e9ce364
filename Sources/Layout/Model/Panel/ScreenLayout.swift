/// The state of the screen of a running panel; the raw values appear in events.
public enum ScreenState: String, CaseIterable, Sendable {
  case lit, dimmed
  /// A clock or a picture replaces the panel, dimmed or not.
  case idle
  case off
}

/// The `screen:` section of the panel: its brightness, and when it is dimmed and switched off.
public struct ScreenLayout: Hashable, Sendable {
  /// How the screen is switched off.
  public enum Off: String, CaseIterable, Sendable {
    /// The backlight is switched off and the picture stays; black if there is no backlight.
    case backlight
    /// The output is disabled, so that the screen enters standby.
    case dpms
    /// A black picture.
    case black
  }

  /// The effect of a touch on the dimmed screen.
  public enum DimmedTouch: String, CaseIterable, Sendable {
    /// It lights the screen and acts.
    case act
    /// It lights the screen and does nothing else.
    case wake
  }

  /// The device that sets the brightness.
  public enum Backlight: Hashable, Sendable {
    /// The backlight with this name in /sys/class/backlight; nil for the only one.
    case kernel(name: String?)
    /// A monitor's backlight, set by DDC/CI.
    case ddc
  }

  /// The brightness at night.
  public struct Night: Hashable, Sendable {
    /// The brightness, 0…1.
    public var brightness: Double
    /// When it is night.
    public var hours: Hours

    /// Creates a night with these hours.
    public init(brightness: Double, hours: Hours) {
      self.brightness = brightness
      self.hours = hours
    }
  }

  /// When it is night.
  public enum Hours: Hashable, Sendable {
    /// From one time of day to another, in minutes since midnight, local time.
    case clock(from: Int, to: Int)
    /// From sunset to sunrise at a location in degrees; north and east are positive.
    case sun(latitude: Double, longitude: Double)
  }

  /// The content shown in place of an idle panel.
  public struct Idle: Hashable, Sendable {
    /// The content.
    public enum Content: Hashable, Sendable {
      /// The time of day, and the date below it; nil for no date.
      case clock(time: TimeFormat, date: TimeFormat?)
      /// A picture that fills the display.
      case picture(BackgroundLayout)
    }

    /// Time without a touch after which it is shown, in microseconds.
    public var microseconds: Int64
    /// The content.
    public var content: Content

    /// Creates content that is shown after a time.
    public init(afterMicroseconds microseconds: Int64, _ content: Content) {
      (self.microseconds, self.content) = (microseconds, content)
    }
  }

  /// The brightness, 0…1; by day only if there is a `night`.
  public var brightness = 1.0
  /// The brightness at night; nil for no difference.
  public var night: Night?
  /// Time without a touch after which it is dimmed, in microseconds; nil for never.
  public var dimMicroseconds: Int64?
  /// The dimmed brightness as a fraction of the normal one, 0…1.
  public var dimBrightness = 0.2
  /// The effect of a touch then.
  public var dimmedTouch = DimmedTouch.act
  /// The content shown when idle; nil to show the panel all the time.
  public var idle: Idle?
  /// Time without a touch after which it is off, in microseconds; nil for never.
  public var offMicroseconds: Int64?
  /// How it is switched off.
  public var off = Off.backlight
  /// Time after the waking touch during which further touches are ignored, in microseconds.
  public var guardMicroseconds: Int64 = 500_000
  /// The maximum shift of the picture, as a fraction of its width and height; 0 for none.
  public var shift = 0.0
  /// The device that sets the brightness.
  public var backlight = Backlight.kernel(name: nil)

  /// Creates a screen that always has full brightness.
  public init() {}
}
