public import Diagnostics

/// One entry of `connections:`: what controls of a back end reach over the network.
public struct ConnectionLayout: Sendable {
  /// The name in the file.
  public var name: String
  public var settings: AnyConnectionSettings
  /// Where the file names it, for messages about it.
  public var location: SourceLocation

  public init(
    name: String, settings: any ConnectionSettings,
    location: SourceLocation = SourceLocation(line: 1, column: 1)
  ) {
    self.name = name
    self.settings = AnyConnectionSettings(settings)
    self.location = location
  }
}

extension ConnectionLayout: Hashable {
  /// Connections are equal wherever they are written in the file.
  public static func == (left: ConnectionLayout, right: ConnectionLayout) -> Bool {
    left.name == right.name && left.settings == right.settings
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(settings)
  }
}

/// What one connection of a back end is made from, as the layout says it.
public protocol ConnectionSettings: Hashable, Sendable {}

/// Settings of a connection of any kind; equal if they are of one type and equal.
public struct AnyConnectionSettings: Hashable, Sendable {
  public let base: any ConnectionSettings

  public init(_ base: any ConnectionSettings) {
    self.base = base
  }

  public static func == (left: AnyConnectionSettings, right: AnyConnectionSettings) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  public func hash(into hasher: inout Hasher) {
    base.hash(into: &hasher)
  }
}
