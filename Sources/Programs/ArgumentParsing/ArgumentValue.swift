/// A value that can be parsed from an argument of a command line.
public protocol ArgumentValue {
  /// Parses a value; returns nil if the text is invalid.
  init?(argument: String)

  /// The value as it is written on a command line.
  var argumentText: String { get }

  /// All valid texts, if they are few; otherwise empty.
  static var argumentNames: [String] { get }
}

extension ArgumentValue {
  /// Empty: there are too many to list.
  public static var argumentNames: [String] { [] }
}

extension ArgumentValue where Self: LosslessStringConvertible {
  /// Parses the output of `description`.
  public init?(argument: String) {
    self.init(argument)
  }

  /// The description.
  public var argumentText: String { description }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable, RawValue: ArgumentValue {
  /// Parses a raw value.
  public init?(argument: String) {
    guard let value = RawValue(argument: argument) else { return nil }
    self.init(rawValue: value)
  }

  /// The raw value.
  public var argumentText: String { rawValue.argumentText }

  /// The raw values of all cases.
  public static var argumentNames: [String] { allCases.map(\.argumentText) }
}

extension String: ArgumentValue {}
extension Int: ArgumentValue {}
extension Int64: ArgumentValue {}

extension Double: ArgumentValue {
  /// Parses a number, including infinite ones.
  public init?(argument: String) {
    self.init(argument)
    guard !isNaN else { return nil }
  }
}
