/// A knob, a button, the page or the screen of a panel, as seen and used over a connection.
package struct PanelEntity: Hashable, Sendable {
  /// The part of the panel that an entity represents.
  package enum Target: Hashable, Sendable {
    case knob(String)
    /// The actual value beside that of the knob.
    case reading(String)
    case button(String)
    /// The visible page.
    case page
    /// Whether the screen is on, dimmed or not.
    case screen
    /// The brightness of the lit screen, in percent.
    case brightness
    /// The time of the last touch.
    case lastTouch
    /// Whether the layout file is in use, or the error in it.
    case layout
    /// Reloads the layout file.
    case reload
    /// The last screenshot taken.
    case screenshot
    /// Takes a screenshot.
    case takeScreenshot
  }

  /// What an entity contains, or can do.
  package enum Kind: Hashable, Sendable {
    /// A number in a range, which can be set; the step is positive.
    case number(ClosedRange<Double>, step: Double)
    /// One of these words, which can be set; they are distinct and not empty.
    case choice([String])
    /// A read-only number.
    case reading
    /// A read-only word.
    case word
    /// A read-only date and time.
    case moment
    /// A picture, reported when it is taken, and not stored.
    case picture
    /// A push button.
    case push
    /// An on/off switch.
    case toggle
  }

  /// The state of an entity.
  package enum State: Hashable, Sendable {
    case number(Double)
    /// One of the words of a choice, or any word.
    case word(String)
    /// Seconds since 1970-01-01 00:00 UTC.
    case moment(Int64)
    case on(Bool)
    /// A picture as PNG, in base64.
    case picture(String)
    /// No state, such as that of a push button.
    case none
  }

  /// A command to an entity.
  package enum Command: Hashable, Sendable {
    /// A finite number, possibly out of range.
    case number(Double)
    /// The index of a word of a choice.
    case choice(Int)
    case on(Bool)
    case press
  }

  /// The size limit of a picture's text in bytes; a larger picture is sent at half its size.
  package static let pictureByteLimit = 524_288

  /// The part of the panel.
  package var target: Target
  /// The name for users.
  package var name: String
  /// What the entity contains, or can do.
  package var kind: Kind
  /// The unit of the number; may be empty.
  package var unit: String
  /// Whether it can be unavailable while the panel is online.
  package var canBeUnavailable: Bool

  /// Creates an entity.
  package init(
    _ target: Target, name: String, _ kind: Kind, unit: String = "", canBeUnavailable: Bool = false
  ) {
    self.target = target
    self.name = name
    self.kind = kind
    self.unit = unit
    self.canBeUnavailable = canBeUnavailable
  }
}

extension PanelEntity.Kind {
  /// Returns a number of a range in steps; for a smooth knob with step 0, in steps of a hundredth
  /// of the range or finer.
  package static func number(_ range: ClosedRange<Double>, knobStep: Double) -> Self {
    if knobStep > 0 { return .number(range, step: max(knobStep, leastStep)) }
    var step = 1.0
    let span = range.upperBound - range.lowerBound
    while step * 100 > span, step > leastStep { step /= 10 }
    return .number(range, step: max(step, leastStep))
  }

  /// The smallest step that Home Assistant accepts.
  private static let leastStep = 0.001
}
