/// Formats values as text.
public struct ValueFormat: Hashable, Sendable {
  /// Digits after the point, 0…9.
  public var decimals: Int
  /// What stands before the decimals.
  public var decimalMark = DecimalMark.point
  /// Names of whole values from 0 up; empty if the number itself is shown.
  public var names: [String]
  /// Texts of single values, such as "off" for 0; before `names` and the number.
  public var named: [NamedValue]

  /// What separates decimals from the whole number.
  public enum DecimalMark: String, CaseIterable, Sendable {
    case point, comma
  }

  /// A value that has a text of its own.
  public struct NamedValue: Hashable, Sendable {
    /// In the knob's unit.
    public var value: Double
    /// The text that is shown.
    public var name: String

    /// A value and its text.
    public init(value: Double, name: String) {
      self.value = value
      self.name = name
    }
  }

  /// A format; `decimals` is limited to 0…9.
  public init(decimals: Int, names: [String] = [], named: [NamedValue] = []) {
    self.decimals = Int(Double(decimals).clamped(to: 0...9))
    self.names = names
    self.named = named
  }

  /// As many decimals as the steps of a scale need, or as a person can turn a smooth one to.
  public init(for scale: Scale, travel: Travel = .standard) {
    if case .sectors(let sectors) = travel {
      self.init(decimals: 0, names: sectors)
    } else if scale.step > 0 {
      self.init(decimals: Self.decimals(of: scale.step))
    } else {
      self.init(decimals: Scale.digits(for: scale.span / 100))
    }
  }

  /// The text for a value: its name, or the number.
  public func text(for value: Double) -> String {
    name(of: value) ?? Self.fixed(value, decimals: decimals, mark: decimalMark)
  }

  /// What a value is called; nil for one that is a number.
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

  /// The number with exactly so many digits after the mark; never "-0".
  public static func fixed(
    _ value: Double, decimals: Int, mark: DecimalMark = .point
  ) -> String {
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
    return sign + digits + (mark == .point ? "." : ",")
      + String(repeating: "0", count: decimals - fraction.utf8.count) + fraction
  }

  /// The fewest decimals that write `step` exactly, at most 6.
  private static func decimals(of step: Double) -> Int {
    var scaled = step
    for count in 0..<6 {
      if abs(scaled - scaled.rounded()) < 1e-6 * max(1, abs(scaled)) { return count }
      scaled *= 10
    }
    return 6
  }
}
