/// The target of a knob, label or button.
///
/// Equal values drive the same target in the same way, so that knobs can share one control.
/// Indirect, to keep knobs small.
public indirect enum ControlLayout: Sendable {
  /// Other knobs of the panel, which move together.
  case group(GroupLayout)
  /// A target outside the panel; its settings are specific to the back end.
  case backEnd(any ControlSettings)

  /// The back end's settings; nil for a group.
  public var settings: (any ControlSettings)? {
    if case .backEnd(let settings) = self { settings } else { nil }
  }
}

extension ControlLayout {
  /// Whether the control has several targets, of which the first is believed.
  public var hasFollowers: Bool { settings is FollowedSettings }
}

extension ControlLayout: Hashable {
  /// Whether both are the same group, or settings of the same type with equal values.
  public static func == (left: ControlLayout, right: ControlLayout) -> Bool {
    switch (left, right) {
    case (.group(let left), .group(let right)): left == right
    case (.backEnd(let left), .backEnd(let right)): AnyHashable(left) == AnyHashable(right)
    default: false
    }
  }

  /// Hashes the group or the settings.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .group(let group): group.hash(into: &hasher)
    case .backEnd(let settings): settings.hash(into: &hasher)
    }
  }
}

/// The settings of one control of a back end, as read from the layout.
public protocol ControlSettings: Hashable, Sendable {
  /// The key of the back end in a layout's `control:`, such as "alsa".
  static var backEnd: String { get }
  /// The same, of these settings.
  var backEndName: String { get }
  /// The connection the control uses; nil if it needs none.
  var connection: ConnectionLayout? { get }
  /// Whether the control only reads its target: its knob shows a value and ignores touches.
  var isReadOnly: Bool { get }
  /// Whether the target describes its knob, with `ControlEvent.described`.
  var describesKnob: Bool { get }
  /// The source of the actual value that belongs to the target, such as the temperature measured by a
  /// thermostat; nil if there is none.
  var reading: (any ControlSettings)? { get }
}

extension ControlSettings {
  /// "control": the name that a back end outside the registry has in events.
  public static var backEnd: String { "control" }
  /// The key of its type: by default, the settings are those of one target.
  public var backEndName: String { Self.backEnd }
  /// Nil: by default, a control needs no connection.
  public var connection: ConnectionLayout? { nil }
  /// False: by default, a control sets its target.
  public var isReadOnly: Bool { false }
  /// False: by default, a target says nothing about its knob.
  public var describesKnob: Bool { false }
  /// Nil: by default, a target has no other value.
  public var reading: (any ControlSettings)? { nil }
}
