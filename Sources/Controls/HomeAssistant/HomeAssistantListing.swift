internal import Diagnostics
internal import Glibc
internal import JSON
internal import Layout
internal import Linux

/// Lists the Home Assistants that answer on the network, and the entities of one that the
/// environment names.
///
/// The token is sent only to `HOMEASSISTANT_URL`, never to a server that announces itself.
enum HomeAssistantListing {
  private static let service = "_home-assistant._tcp.local"
  private static let queryMilliseconds: Int64 = 600
  private static let answerMicroseconds: Int64 = 3_000_000
  static let tokenFile = "/etc/knobpanel/homeassistant"

  /// Returns what was found within a few seconds; nil if nothing was.
  static func read() -> DeviceListing? {
    var listing = DeviceListing(title: "Home Assistant", key: "homeassistant")
    if let url = variable("HOMEASSISTANT_URL") {
      add(url, to: &listing)
    } else {
      let found = ServiceQuery.find([service], milliseconds: queryMilliseconds)
      for service in found.sorted(by: { ($0.address, $0.port) < ($1.address, $1.port) }) {
        let url = "http://" + SocketAddress.text(service.address, port: service.port)
        add(
          connectionTo: url, "announces itself; set HOMEASSISTANT_URL to list its entities",
          to: &listing)
        listing.objects.append(["url": .string(url)])
      }
    }
    return listing.lines.isEmpty ? nil : listing
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  private static func add(
    connectionTo url: String, _ note: String, to listing: inout DeviceListing
  ) {
    let token = "token: {file: \(tokenFile)}"
    listing.lines.append(
      "connections: {home: {homeassistant: {url: \(JSONText.quoted(url)), \(token)}}}  (\(note))")
  }

  private static func add(_ url: String, to listing: inout DeviceListing) {
    add(connectionTo: url, "HOMEASSISTANT_URL", to: &listing)
    guard var server = HomeAssistantServer(url: url) else {
      listing.lines.append("  this is not a URL such as http://homeassistant.local:8123")
      return
    }
    server.name = "home"
    let hasVariable = variable("HOMEASSISTANT_TOKEN") != nil
    server.token = hasVariable ? .environment("HOMEASSISTANT_TOKEN") : .file(tokenFile)
    do throws(LineSession.Obstacle) {
      let query = try EntityQuery(server)
      add(try query.run(limitMicroseconds: answerMicroseconds), url, to: &listing)
    } catch {
      listing.lines.append("  \(error.reason)")
    }
  }

  /// Adds the lines of entities.
  static func add(_ entities: [ListedEntity], _ url: String, to listing: inout DeviceListing) {
    for entity in entities.sorted(by: { $0.id < $1.id }) {
      guard let line = entity.line else { continue }
      let note = "(\(VisibleText.printable(entity.name)), \(VisibleText.printable(entity.state)))"
      listing.lines.append("  \(line)  \(note)")
      listing.objects.append([
        "url": .string(url), "entity": .string(entity.id), "name": .string(entity.name),
        "state": .string(entity.state), "layout": .string(line),
      ])
    }
  }
}
