/// The settings of a control with followers: the first target is believed, the others are set to the
/// same level.
public struct FollowedSettings: ControlSettings {
  /// The target whose reports count.
  public let first: any ControlSettings
  /// The targets that are only written.
  public let followers: [any ControlSettings]

  /// Creates settings; there is at least one follower.
  public init(_ first: any ControlSettings, followers: [any ControlSettings]) {
    (self.first, self.followers) = (first, followers)
  }

  /// The back end of the first target.
  public var backEndName: String { first.backEndName }
  /// The connection of the first target.
  public var connection: ConnectionLayout? { first.connection }
  /// Whether the first target is only read.
  public var isReadOnly: Bool { first.isReadOnly }
  /// Whether the first target describes the knob.
  public var describesKnob: Bool { first.describesKnob }
  /// The actual value that belongs to the first target.
  public var reading: (any ControlSettings)? { first.reading }

  private var all: [AnyHashable] { ([first] + followers).map { AnyHashable($0) } }

  /// Whether all targets are equal, in the same order.
  public static func == (left: FollowedSettings, right: FollowedSettings) -> Bool {
    left.all == right.all
  }

  /// Hashes all targets.
  public func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
