public import Layout

/// Where a broker is and how to log in; two equal ones can share a connection.
///
/// Paths are as the file means them: those that are not absolute start at its folder.
public struct MQTTBroker: ConnectionSettings {
  /// The name of the connection in the layout, for messages.
  public var name: String
  /// A name or an address (IPv4 or IPv6, without brackets).
  public var host: String
  public var port: UInt16
  public var username: String?
  public var password: Secret?
  public var encryption: Encryption?
  /// Nil for a random one, new for each session.
  public var clientID: String?
  /// The longest time without a message to the broker.
  public var keepaliveSeconds: Int

  public init(
    name: String = "", host: String, port: UInt16 = 1883, username: String? = nil,
    password: Secret? = nil, encryption: Encryption? = nil, clientID: String? = nil,
    keepaliveSeconds: Int = 30
  ) {
    self.name = name
    self.host = host
    self.port = port
    self.username = username
    self.password = password
    self.encryption = encryption
    self.clientID = clientID
    self.keepaliveSeconds = keepaliveSeconds
  }

  /// TLS; all files are PEM.
  public struct Encryption: Hashable, Sendable {
    /// The certificate that signed the broker's; nil for those that this machine trusts.
    public var authorityFile: String?
    /// This client's own certificate, and the key to it.
    public var certificateFile: String?
    public var keyFile: String?
    /// Whether the broker's certificate may be for another name.
    public var takesAnyName: Bool

    public init(
      authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil,
      takesAnyName: Bool = false
    ) {
      self.authorityFile = authorityFile
      self.certificateFile = certificateFile
      self.keyFile = keyFile
      self.takesAnyName = takesAnyName
    }
  }

  /// As messages name it: `connection "home" (10.0.0.2:1883)`.
  var title: String {
    let isAddress6 = host.contains(":")
    return "connection \"\(name)\" (\(isAddress6 ? "[\(host)]" : host):\(port))"
  }
}
