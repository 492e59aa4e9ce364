/// What can be read from an argument of a command line.
public protocol ArgumentValue {
  /// Reads a value from its text; nil if the text is none.
  init?(argument: String)

  /// The value as it is written on a command line.
  var argumentText: String { get }

  /// All texts that are values, if they are few; else empty.
  static var argumentNames: [String] { get }
}

extension ArgumentValue {
  /// Too many to name.
  public static var argumentNames: [String] { [] }
}

extension ArgumentValue where Self: LosslessStringConvertible {
  /// Reads what `description` writes.
  public init?(argument: String) {
    self.init(argument)
  }

  /// The description.
  public var argumentText: String { description }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable, RawValue: ArgumentValue {
  /// Reads a raw value.
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
  /// Reads a number, infinite ones included.
  public init?(argument: String) {
    self.init(argument)
    guard !isNaN else { return nil }
  }
}
