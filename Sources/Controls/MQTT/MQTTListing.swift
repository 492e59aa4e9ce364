internal import JSON
internal import Linux

/// Lists the MQTT brokers that answer on the network, and one on this machine.
enum MQTTListing {
  /// The services of brokers that announce themselves (DNS-SD, RFC 6763; names registered with
  /// IANA).
  private static let plainService = "_mqtt._tcp.local"
  private static let encryptedService = "_secure-mqtt._tcp.local"
  private static let queryMilliseconds: Int64 = 600
  private static let localPort: UInt16 = 1883
  private static let localMilliseconds: Int32 = 100

  /// Returns what was found within a second; nil if nothing was.
  static func read() -> DeviceListing? {
    let found = ServiceQuery.find(
      [plainService, encryptedService], milliseconds: queryMilliseconds)
    let listing = listing(of: found, isLocal: listens(at: localPort))
    return listing.lines.isEmpty ? nil : listing
  }

  /// Lists the services, and the broker on this machine, if any.
  static func listing(of services: [ServiceQuery.Service], isLocal: Bool) -> DeviceListing {
    var listing = DeviceListing(title: "MQTT brokers", key: "brokers")
    var seen: Set<String> = []
    if isLocal { add("127.0.0.1", localPort, isEncrypted: false, "this machine", to: &listing) }
    for service in services.sorted(by: { ($0.address, $0.port) < ($1.address, $1.port) })
    where seen.insert("\(service.address):\(service.port)").inserted {
      add(
        service.address, service.port, isEncrypted: service.kind == encryptedService,
        "announces itself", to: &listing)
    }
    return listing
  }

  private static func add(
    _ host: String, _ port: UInt16, isEncrypted: Bool, _ note: String,
    to listing: inout DeviceListing
  ) {
    var keys = "host: \(host)"
    if isEncrypted { keys += ", tls: true" }
    if port != (isEncrypted ? 8883 : 1883) { keys += ", port: \(port)" }
    listing.lines.append("connections: {home: {mqtt: {\(keys)}}}  (\(note))")
    listing.objects.append([
      "host": .string(host), "port": .number(Double(port)), "tls": .bool(isEncrypted),
    ])
  }

  /// Whether a port of this machine accepts connections.
  static func listens(at port: UInt16) -> Bool {
    guard let address = SocketAddress.numeric("127.0.0.1", port: port),
      let stream = try? TCPStream(to: address), let loop = try? EventLoop()
    else { return false }
    var isConnected = false
    do {
      try loop.watch(stream.descriptor, for: .writable) { _ in
        isConnected = stream.connectError == nil
      }
      defer { loop.unwatch(stream.descriptor) }
      try loop.runOnce(timeoutMilliseconds: localMilliseconds)
      return isConnected
    } catch {
      return false
    }
  }
}
