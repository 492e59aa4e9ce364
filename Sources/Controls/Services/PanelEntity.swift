/// A knob, a button, the page or the screen of a panel, as others see it and use it over a connection.
package struct PanelEntity: Hashable, Sendable {
  /// Where it is in the layout.
  package enum Target: Hashable, Sendable {
    case knob(String)
    case button(String)
    /// The page that is shown.
    case page
    /// Whether the screen is on, dimmed or not.
    case screen
    /// How bright the screen is while it is lit, in percent.
    case brightness
    /// When it was touched last.
    case lastTouch
    /// Whether the layout file is shown, or what is wrong with it.
    case layout
    /// Has the layout file read again.
    case reload
    /// What the panel showed when that was asked for last.
    case screenshot
    /// Has the panel tell what it shows.
    case takeScreenshot
  }

  /// What can be done with it.
  package enum Kind: Hashable, Sendable {
    /// It is set to a number of a range; the step is positive.
    case number(ClosedRange<Double>, step: Double)
    /// It is set to one of these words, which are different and not empty.
    case choice([String])
    /// Its number can only be read.
    case reading
    /// Its word can only be read.
    case word
    /// Its date and time can only be read.
    case moment
    /// It is a picture, which is told when it is taken, and not kept.
    case picture
    /// It can be pressed.
    case push
    /// It can be switched on and off.
    case toggle
  }

  /// What is known of it.
  package enum State: Hashable, Sendable {
    case number(Double)
    /// One of the words of a choice, or any.
    case word(String)
    /// Seconds since 1970-01-01 00:00 UTC.
    case moment(Int64)
    case on(Bool)
    /// A picture as PNG in base64.
    case picture(String)
    /// Nothing, as of a push.
    case none
  }

  /// What others want of it.
  package enum Command: Hashable, Sendable {
    /// A finite number, of the range or not.
    case number(Double)
    /// The place of a word among those of a choice.
    case choice(Int)
    case on(Bool)
    case press
  }

  /// The most bytes of a picture's text; a larger picture is told at half its size.
  package static let pictureByteLimit = 524_288

  /// What it is in the layout.
  package var target: Target
  /// What people call it.
  package var name: String
  /// What can be done with it.
  package var kind: Kind
  /// The unit of its number; may be empty.
  package var unit: String
  /// Whether it can be out of reach while the panel is there.
  package var canBeUnavailable: Bool

  /// Creates a description of an item.
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
  /// A number of a range whose values follow each other in steps, 0 for a smooth one, which others
  /// then set in steps of a hundredth or finer.
  package static func number(_ range: ClosedRange<Double>, knobStep: Double) -> Self {
    if knobStep > 0 { return .number(range, step: max(knobStep, leastStep)) }
    var step = 1.0
    let span = range.upperBound - range.lowerBound
    while step * 100 > span, step > leastStep { step /= 10 }
    return .number(range, step: max(step, leastStep))
  }

  /// The smallest step that Home Assistant takes.
  private static let leastStep = 0.001
}
