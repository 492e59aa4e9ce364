/// What a knob's target says about it, in place of keys that the layout leaves out.
public struct KnobDescription: Hashable, Sendable {
  /// The keys of a layout that a target can describe.
  public struct Keys: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let name = Keys(rawValue: 1)
    public static let range = Keys(rawValue: 2)
    public static let step = Keys(rawValue: 4)
    public static let unit = Keys(rawValue: 8)
    public static let sectors = Keys(rawValue: 16)
  }

  /// The name of the target: one line, not empty; nil if it has none.
  public var name: String?
  /// The knob's ends; nil if the target has none of its own.
  public var range: ClosedRange<Double>?
  /// The distance between values, at most the width of the range; nil for none.
  public var step: Double?
  /// The unit of its numbers; nil if it has none.
  public var unit: String?
  /// The words of a choice, each once; empty for a number.
  public var sectors: [String] = []

  /// Creates a description that says nothing.
  public init() {}

  /// The keys that it has.
  public var keys: Keys {
    var keys: Keys = sectors.isEmpty ? [] : .sectors
    if name != nil { keys.insert(.name) }
    if range != nil { keys.insert(.range) }
    if step != nil { keys.insert(.step) }
    if unit != nil { keys.insert(.unit) }
    return keys
  }

  /// Returns what it says about some keys.
  public func limited(to keys: Keys) -> KnobDescription {
    var limited = KnobDescription()
    if keys.contains(.name) { limited.name = name }
    if keys.contains(.range) { limited.range = range }
    if keys.contains(.step) { limited.step = step }
    if keys.contains(.unit) { limited.unit = unit }
    if keys.contains(.sectors) { limited.sectors = sectors }
    return limited
  }
}
