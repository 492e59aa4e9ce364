public import Layout

/// Where a broker is and how to get in.
///
/// Paths are as the file means them: those that are not absolute start at its folder.
public struct MQTTBrokerLayout: ConnectionSettings {
  /// A name, or an address without brackets.
  public var host: String
  public var port: UInt16 = 1883
  public var username: String?
  public var password: SecretLayout?
  /// Nil without TLS.
  public var encryption: EncryptionLayout?
  public var clientID: String?
  public var keepaliveSeconds = 30

  public init(host: String) {
    self.host = host
  }
}

/// Where a secret is kept; layouts are copied and shown around, and hold none.
public enum SecretLayout: Hashable, Sendable {
  case file(String)
  /// The name of a variable.
  case environment(String)
}

/// `tls:`; all files are PEM.
public struct EncryptionLayout: Hashable, Sendable {
  /// Nil for those that the machine trusts.
  public var authorityFile: String?
  public var certificateFile: String?
  public var keyFile: String?
  /// Whether the broker's certificate may be for another name.
  public var takesAnyName = false

  public init() {}
}
