/// What a knob drives.
///
/// Two equal ones drive the same in the same way, so that one control will do for both. Boxed, so
/// that a knob is small whatever it drives.
public indirect enum ControlLayout: Hashable, Sendable {
  /// Other knobs of the panel, together.
  case group(GroupLayout)
  /// Something outside, through a back end that alone knows its settings.
  case backEnd(AnyControlSettings)

  public static func backEnd(_ settings: some ControlSettings) -> ControlLayout {
    .backEnd(AnyControlSettings(settings))
  }

  /// What the back end has to know; nil for a group.
  public var settings: (any ControlSettings)? {
    if case .backEnd(let settings) = self { settings.base } else { nil }
  }
}

/// What one control of a back end is made from, as the layout says it.
public protocol ControlSettings: Hashable, Sendable {
  /// The connection that it uses; nil if it needs none.
  var connection: ConnectionLayout? { get }
}

extension ControlSettings {
  public var connection: ConnectionLayout? { nil }
}

/// Settings of any back end; equal if they are of one type and equal.
public struct AnyControlSettings: Hashable, Sendable {
  public let base: any ControlSettings

  public init(_ base: any ControlSettings) {
    self.base = base
  }

  public static func == (left: AnyControlSettings, right: AnyControlSettings) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  public func hash(into hasher: inout Hasher) {
    base.hash(into: &hasher)
  }
}
