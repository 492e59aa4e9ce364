public import Diagnostics

/// One entry of `connections:`: a network service used by the controls of a back end.
public struct ConnectionLayout: Sendable {
  /// The name in the file.
  public var name: String
  /// The settings that the back end read from the entry.
  public var settings: any ConnectionSettings
  /// Location of the connection's name in the file, for messages about it.
  public var location: SourceLocation

  /// Creates a connection with the settings of a back end.
  public init(
    name: String, settings: any ConnectionSettings,
    location: SourceLocation = SourceLocation(line: 1, column: 1)
  ) {
    self.name = name
    self.settings = settings
    self.location = location
  }
}

extension ConnectionLayout: Hashable {
  /// Whether two connections are equal, wherever they are in the file.
  public static func == (left: ConnectionLayout, right: ConnectionLayout) -> Bool {
    left.name == right.name && AnyHashable(left.settings) == AnyHashable(right.settings)
  }

  /// Hashes the name and the settings, but not the location.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    settings.hash(into: &hasher)
  }
}

/// The settings of one connection of a back end, as read from the layout.
public protocol ConnectionSettings: Hashable, Sendable {
  /// Whether the connection is useful without a control.
  var servesPanel: Bool { get }
}

extension ConnectionSettings {
  /// False: by default, a connection only serves controls.
  public var servesPanel: Bool { false }
}
