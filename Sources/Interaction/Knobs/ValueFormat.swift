/// A format for values as text.
public struct ValueFormat: Hashable, Sendable {
  /// The number of decimals, 0…9.
  public var decimals: Int
  /// The text around a number; nil for the number alone.
  public var pattern: ValuePattern?
  /// Names of whole values from 0 up; empty to show the number itself.
  public var names: [String]
  /// Texts of individual values, such as "off" for 0; take precedence over `names` and the number.
  public var named: [NamedValue]

  /// A value with its own text.
  public struct NamedValue: Hashable, Sendable {
    /// In the knob's unit.
    public var value: Double
    /// The displayed text.
    public var name: String

    /// Creates a named value.
    public init(value: Double, name: String) {
      self.value = value
      self.name = name
    }
  }

  /// Creates a format; `decimals` is clamped to 0…9.
  public init(decimals: Int, names: [String] = [], named: [NamedValue] = []) {
    self.decimals = Int(Double(decimals).clamped(to: 0...9))
    self.names = names
    self.named = named
  }

  /// Creates a format with the decimals of a scale's steps, or of what a user can set without
  /// steps.
  public init(for scale: Scale, travel: Travel = .standard) {
    if case .sectors(let sectors) = travel {
      self.init(decimals: 0, names: sectors)
    } else if scale.step > 0 {
      self.init(decimals: Self.decimals(of: scale.step))
    } else {
      self.init(decimals: Scale.digits(for: scale.span / 100))
    }
  }

  /// Returns the text for a value: its name, or the number with a decimal point; the panel draws
  /// numbers as its locale writes them.
  public func text(for value: Double) -> String {
    name(of: value) ?? number(value)
  }

  /// Returns the text for a value that has no name.
  public func number(_ value: Double) -> String {
    func fixed(_ value: Double) -> String {
      Self.fixed(value, decimals: decimals)
    }
    return pattern?.text(for: value, fixed) ?? fixed(value)
  }

  /// Returns the name of a value; nil for a value shown as a number.
  public func name(of value: Double) -> String? {
    for entry in named where abs(entry.value - value) <= 1e-9 * max(1, abs(value)) {
      return entry.name
    }
    if !names.isEmpty {
      let index = Int(value.rounded().clamped(to: 0...Double(names.count - 1)))
      return names[index]
    }
    return nil
  }

  /// Formats a number with exactly this many decimals; never "-0".
  public static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "–" }
    var unit: Int64 = 1
    for _ in 0..<decimals { unit *= 10 }
    let scaled = (value * Double(unit)).rounded()
    guard abs(scaled) < 9e18 else { return "\(value)" }
    let whole = Int64(scaled)
    let magnitude = whole.magnitude
    let digits = String(magnitude / UInt64(unit))
    let sign = whole < 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let fraction = String(magnitude % UInt64(unit))
    return sign + digits + "."
      + String(repeating: "0", count: decimals - fraction.utf8.count) + fraction
  }

  /// Returns the minimum number of decimals that represent `step` exactly, at most 6.
  private static func decimals(of step: Double) -> Int {
    var scaled = step
    for count in 0..<6 {
      if abs(scaled - scaled.rounded()) < 1e-6 * max(1, abs(scaled)) { return count }
      scaled *= 10
    }
    return 6
  }
}
