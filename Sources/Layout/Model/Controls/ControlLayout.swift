/// The target of a knob, label or button.
///
/// Equal values drive the same target in the same way, so that knobs can share one control.
/// Indirect, to keep knobs small.
public indirect enum ControlLayout: Hashable, Sendable {
  /// Other knobs of the panel, which move together.
  case group(GroupLayout)
  /// A target outside the panel; its settings are specific to the back end.
  case backEnd(AnyControlSettings)

  /// Wraps the settings of a back end.
  public static func backEnd(_ settings: some ControlSettings) -> ControlLayout {
    .backEnd(AnyControlSettings(settings))
  }

  /// The back end's settings; nil for a group.
  public var settings: (any ControlSettings)? {
    if case .backEnd(let settings) = self { settings.base } else { nil }
  }
}

/// The settings of one control of a back end, as read from the layout.
public protocol ControlSettings: Hashable, Sendable {
  /// The connection the control uses; nil if it needs none.
  var connection: ConnectionLayout? { get }
  /// Whether the control only reads its target: its knob shows a value and ignores touches.
  var isReadOnly: Bool { get }
}

extension ControlSettings {
  /// Nil: by default, a control needs no connection.
  public var connection: ConnectionLayout? { nil }
  /// False: by default, a control sets its target.
  public var isReadOnly: Bool { false }
}

/// Settings of any back end; equal if their types and values are equal.
public struct AnyControlSettings: Hashable, Sendable {
  /// The back end's own settings.
  public let base: any ControlSettings

  /// Wraps the settings of a back end.
  public init(_ base: any ControlSettings) {
    self.base = base
  }

  /// Whether both have the same type and equal values.
  public static func == (left: AnyControlSettings, right: AnyControlSettings) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  /// Hashes the wrapped settings.
  public func hash(into hasher: inout Hasher) {
    base.hash(into: &hasher)
  }
}
