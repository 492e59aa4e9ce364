internal import Diagnostics
internal import JSON
internal import Layout
internal import Linux

/// Lists the Snapcast servers that answer on the network, with their clients, groups and streams.
enum SnapcastListing {
  private static let audioService = "_snapcast._tcp.local"
  private static let controlService = "_snapcast-tcp._tcp.local"
  private static let queryMilliseconds: Int64 = 600
  static let statusMicroseconds: Int64 = 400_000

  /// Returns what was found within a second; nil if nothing was.
  static func read() -> DeviceListing? {
    let found = ServiceQuery.find(
      [controlService, audioService], milliseconds: queryMilliseconds)
    var servers: [SnapcastServer] = []
    for service in found.sorted(by: { $0.kind < $1.kind })
    where !servers.contains(where: { $0.host == service.address }) {
      // A server that does not announce its control port most likely uses the default.
      servers.append(
        service.kind == controlService
          ? SnapcastServer(host: service.address, port: service.port)
          : SnapcastServer(host: service.address))
    }
    return servers.isEmpty ? nil : listing(of: servers)
  }

  /// Lists the targets of servers, if these answer in time.
  static func listing(
    of servers: [SnapcastServer], limitMicroseconds: Int64 = statusMicroseconds
  ) -> DeviceListing {
    var listing = DeviceListing(title: "Snapcast", key: "snapcast")
    let statuses = statuses(of: servers, limitMicroseconds: limitMicroseconds)
    for (server, status) in zip(servers, statuses) { add(server, status, to: &listing) }
    return listing
  }

  private static func add(
    _ server: SnapcastServer, _ status: SnapcastStatus?, to listing: inout DeviceListing
  ) {
    let port = server.port == 1705 ? "" : ", port: \(server.port)"
    let keys = "{house: {snapcast: {host: \(server.host)\(port)}}}"
    listing.lines.append("connections: \(keys)")
    if status == nil { listing.lines.append("  it does not answer at port \(server.port)") }
    var targets: [JSONValue] = []
    func add(_ kind: String, _ name: String, _ note: String) {
      let value = "{snapcast: {\(kind): \(JSONText.quoted(name))}}"
      listing.lines.append("  control: \(value)  \(note)")
      listing.suggestions.append(ControlSuggestion(name: name, value: value))
      targets.append([kind: .string(name)])
    }
    for client in (status?.clients.values.sorted { $0.title < $1.title }) ?? [] {
      let state = client.isConnected ? "\(client.volume.percent) %" : "not connected"
      add("client", client.title, state + (client.volume.isMuted ? ", muted" : ""))
    }
    for group in status?.groups ?? [] where !group.name.isEmpty {
      add("group", group.name, "\(group.clientIDs.count) clients")
    }
    for stream in status?.streams ?? [] { add("stream", stream.id, "") }
    listing.objects.append([
      "host": .string(server.host), "port": .number(Double(server.port)),
      "targets": .array(targets),
    ])
  }

  /// Queries all servers at the same time.
  private static func statuses(
    of servers: [SnapcastServer], limitMicroseconds: Int64
  ) -> [SnapcastStatus?] {
    guard let loop = try? EventLoop() else { return servers.map { _ in nil } }
    let queries = servers.map { StatusQuery(SnapcastConnection($0, loop: loop)) }
    for query in queries { query.connection.join(query) }
    let end = MonotonicClock.microseconds + limitMicroseconds
    while MonotonicClock.microseconds < end, queries.contains(where: { !$0.isDone }) {
      do { try loop.runOnce(timeoutMilliseconds: 20) } catch { break }
    }
    defer { for query in queries { query.connection.leave(query) } }
    return queries.map(\.connection.status)
  }

  private final class StatusQuery: LineConnectionMember {
    let connection: SnapcastConnection
    var isDone = false

    init(_ connection: SnapcastConnection) {
      self.connection = connection
    }

    func didUpdate() { isDone = true }
    func didLose(reason: String) { isDone = true }
    func didNotRead(reason: String) {}
  }
}
