/// A PIN of 4 to 8 digits, from a layout or a file it names.
///
/// Its descriptions omit the digits, so that they do not appear in messages, dumps or logs.
public struct PIN: Hashable, Sendable {
  /// The permitted numbers of digits.
  public static let lengths = 4...8

  /// 0…9 each.
  private let digits: [UInt8]

  /// Creates a PIN from text; returns nil unless it is 4 to 8 digits.
  public init?(_ text: String) {
    guard Self.lengths.contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    digits = text.utf8.map { $0 - UInt8(ascii: "0") }
  }

  /// The number of digits.
  public var count: Int { digits.count }

  /// Whether these are the PIN's digits, 0…9 each, in order.
  ///
  /// Compares all digits, so that the time taken does not reveal how many are correct.
  public func matches(_ entered: [UInt8]) -> Bool {
    var difference = entered.count == digits.count ? UInt8(0) : 1
    for (index, digit) in digits.enumerated() {
      difference |= digit ^ (index < entered.count ? entered[index] : 0xFF)
    }
    return difference == 0
  }
}

extension PIN: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A description without the digits.
  public var description: String { "PIN" }
  /// A description without the digits.
  public var debugDescription: String { description }
  /// A mirror without the digits.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
