/// A PIN of 4 to 8 digits, as a layout or a file that it names says it.
///
/// Its digits are in no description of it, so that no message, dump or log has them.
public struct PIN: Hashable, Sendable {
  /// How many digits a PIN can have.
  public static let lengths = 4...8

  /// 0…9 each.
  private let digits: [UInt8]

  /// A PIN as text; nil for anything but 4 to 8 digits.
  public init?(_ text: String) {
    guard Self.lengths.contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    digits = text.utf8.map { $0 - UInt8(ascii: "0") }
  }

  /// How many digits it has.
  public var count: Int { digits.count }

  /// Whether these are its digits, 0…9 each, in its order.
  ///
  /// Compares all of them, so that the time it takes does not say how many are right.
  public func matches(_ entered: [UInt8]) -> Bool {
    var difference = entered.count == digits.count ? UInt8(0) : 1
    for (index, digit) in digits.enumerated() {
      difference |= digit ^ (index < entered.count ? entered[index] : 0xFF)
    }
    return difference == 0
  }
}

extension PIN: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of its digits.
  public var description: String { "PIN" }
  /// Nothing of its digits.
  public var debugDescription: String { description }
  /// Nothing of its digits.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
