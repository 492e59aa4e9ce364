public import Layout

/// The address of a broker and the login; equal values can share a connection.
///
/// Relative paths start at the folder of the layout file.
public struct MQTTBroker: ConnectionSettings {
  /// The name of the connection in the layout, for messages.
  public var name: String
  /// A name or an address (IPv4 or IPv6, without brackets).
  public var host: String
  /// TCP port.
  public var port: UInt16
  /// The user name for the login; nil for an anonymous login.
  public var username: String?
  /// Where the password is stored; nil for no password.
  public var password: Secret?
  /// TLS settings; nil for an unencrypted connection.
  public var encryption: Encryption?
  /// The client ID; nil for a random one in each session.
  public var clientID: String?
  /// The maximum time without a message to the broker, in seconds.
  public var keepaliveSeconds: Int
  /// How the panel is announced to Home Assistant; nil if it is not.
  public var discovery: MQTTDiscovery?

  /// Creates the settings of a connection, with the layout file's defaults.
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

  /// Whether the panel is announced to Home Assistant.
  public var servesPanel: Bool { discovery != nil }

  /// The message that the broker publishes if the panel disconnects without notice.
  var will: MQTTMessage? {
    discovery.map {
      MQTTMessage(
        topic: DiscoveryTopics($0).availability, payload: Array("offline".utf8), isRetained: true)
    }
  }

  /// TLS settings; all files are PEM.
  public struct Encryption: Hashable, Sendable {
    /// The certificate authority of the broker; nil for those that this machine trusts.
    public var authorityFile: String?
    /// The client certificate; nil for none.
    public var certificateFile: String?
    /// The private key of the client certificate; nil for none.
    public var keyFile: String?
    /// Whether to accept a certificate issued for another name.
    public var acceptsAnyName: Bool

    /// Creates TLS settings; the default is to verify the broker with this machine's authorities.
    public init(
      authorityFile: String? = nil, certificateFile: String? = nil, keyFile: String? = nil,
      acceptsAnyName: Bool = false
    ) {
      self.authorityFile = authorityFile
      self.certificateFile = certificateFile
      self.keyFile = keyFile
      self.acceptsAnyName = acceptsAnyName
    }
  }

  /// The connection's name in messages, such as `connection "home" (10.0.0.2:1883)`.
  var title: String { "connection \"\(name)\" (\(SocketAddress.text(host, port: port)))" }
}
