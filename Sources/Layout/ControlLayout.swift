/// What a knob drives.
///
/// Equal values drive the same target in the same way, so that knobs can share one control.
/// Indirect, to keep knobs small.
public indirect enum ControlLayout: Hashable, Sendable {
  /// Other knobs of the panel, which move together.
  case group(GroupLayout)
  /// A target outside the panel; only its back end knows the settings.
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
  /// The connection that it uses; nil if it needs none.
  var connection: ConnectionLayout? { get }
  /// Whether it only reads its target: a knob that it drives shows a value and ignores fingers.
  var isReadOnly: Bool { get }
}

extension ControlSettings {
  /// nil: by default a control needs no connection.
  public var connection: ConnectionLayout? { nil }
  /// False: by default a control sets its target.
  public var isReadOnly: Bool { false }
}

/// Settings of any back end; equal if they are of one type and equal.
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
