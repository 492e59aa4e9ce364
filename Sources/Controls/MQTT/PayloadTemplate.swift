internal import Glibc

/// Turns levels into messages: `{"brightness": {value}}`.
struct PayloadTemplate {
  /// What stands in a template for the number.
  static let placeholder = "{value}"

  /// The parts of the template between its placeholders.
  private let parts: [[UInt8]]
  private let range: WireRange
  private let decimals: Int

  /// - Parameter decimals: Digits after the point, 0…6.
  init(_ template: String, range: WireRange, decimals: Int) {
    parts = Self.parts(of: Array(template.utf8))
    self.range = range
    self.decimals = decimals
  }

  private static func parts(of template: [UInt8]) -> [[UInt8]] {
    let placeholder = Array(Self.placeholder.utf8)
    var parts: [[UInt8]] = [[]]
    var rest = template[...]
    while let byte = rest.first {
      if rest.starts(with: placeholder) {
        parts.append([])
        rest = rest.dropFirst(placeholder.count)
      } else {
        parts[parts.count - 1].append(byte)
        rest = rest.dropFirst()
      }
    }
    return parts
  }

  /// The level that a message can tell, nearest to this one.
  func rounded(_ level: Double) -> Double {
    let unit = self.unit
    return range.level(of: (range.value(at: level) * unit).rounded() / unit)
  }

  /// Half of what one digit more or less makes of a level.
  var tolerance: Double { 0.5 / unit / range.width + 1e-9 }

  func payload(for level: Double) -> [UInt8] {
    let number = text(range.value(at: level)).utf8
    var payload = parts[0]
    for part in parts.dropFirst() {
      payload += number
      payload += part
    }
    return payload
  }

  private var unit: Double { pow(10, Double(decimals)) }

  /// With a point, and as many digits after it as there are, without zeros at the end.
  private func text(_ value: Double) -> String {
    let scaled = (value * unit).rounded()
    // Layouts write numbers up to 1e12, with 6 digits after the point at most.
    guard let number = Int64(exactly: scaled) else { return "\(value)" }
    let (whole, fraction) = number.magnitude.quotientAndRemainder(dividingBy: UInt64(unit))
    var digits = Substring(String(fraction))
    digits = String(repeating: "0", count: max(0, decimals - digits.count)) + digits
    while digits.last == "0" { digits.removeLast() }
    return (number < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}

/// Which numbers in messages stand for a knob's lowest and highest value.
public struct WireRange: Hashable, Sendable {
  public var lowest: Double
  /// Other than `lowest`, also less than it.
  public var highest: Double

  public init(lowest: Double, highest: Double) {
    self.lowest = lowest
    self.highest = highest
  }

  /// The distance of both ends.
  var width: Double { abs(highest - lowest) }

  func value(at level: Double) -> Double {
    lowest + (highest - lowest) * min(max(level, 0), 1)
  }

  /// What lies outside is an end.
  func level(of value: Double) -> Double {
    min(max((value - lowest) / (highest - lowest), 0), 1)
  }
}
