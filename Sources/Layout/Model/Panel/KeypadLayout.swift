/// A keypad that a button opens: the code that is typed on it is sent to a target.
public struct KeypadLayout: Hashable, Sendable {
  /// The permitted numbers of digits.
  public static let limits = 1...8

  /// The target of the code.
  public var target: ControlLayout
  /// The numbers of digits that a code can have; several need a key that confirms it.
  public var lengths: ClosedRange<Int>

  /// Creates a keypad for codes with these numbers of digits.
  public init(to target: ControlLayout, lengths: ClosedRange<Int> = 4...4) {
    (self.target, self.lengths) = (target, lengths)
  }
}

/// A code that was typed on a keypad.
///
/// Its descriptions omit the digits, so that they do not appear in messages, dumps or logs.
public struct TypedCode: Hashable, Sendable {
  /// The digits, for the target and for nothing else.
  public let text: String

  /// Creates a code of digits 0…9.
  public init(digits: [UInt8]) { text = digits.map { "\($0)" }.joined() }
}

extension TypedCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A description without the digits.
  public var description: String { "code" }
  /// A description without the digits.
  public var debugDescription: String { description }
  /// A mirror without the digits.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
