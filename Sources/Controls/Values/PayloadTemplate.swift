internal import Glibc

/// Converts levels into messages such as `{"brightness": {value}}`.
struct PayloadTemplate {
  /// The placeholder for the number.
  static let placeholder = "{value}"

  /// The parts of the template between its placeholders.
  private let parts: [[UInt8]]
  private let range: WireRange
  private let decimals: Int

  /// Creates a template from the text of a layout.
  ///
  /// - Parameters:
  ///   - template: The message, with placeholders for the number.
  ///   - range: The numbers for the levels 0 and 1.
  ///   - decimals: Number of digits after the decimal point, 0…6.
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

  /// The level nearest to this one that a message can express.
  func rounded(_ level: Double) -> Double {
    let unit = self.unit
    return range.level(of: (range.value(at: level) * unit).rounded() / unit)
  }

  /// Half of the level difference that corresponds to one unit of the last digit.
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

  /// The number in decimal notation, without trailing zeros.
  private func text(_ value: Double) -> String {
    let scaled = (value * unit).rounded()
    // Numbers in layouts are at most 1e12, with at most 6 digits after the decimal point.
    guard let number = Int64(exactly: scaled) else { return "\(value)" }
    let (whole, fraction) = number.magnitude.quotientAndRemainder(dividingBy: UInt64(unit))
    var digits = Substring(String(fraction))
    digits = String(repeating: "0", count: max(0, decimals - digits.count)) + digits
    while digits.last == "0" { digits.removeLast() }
    return (number < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}
