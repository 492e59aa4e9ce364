internal import Diagnostics
internal import JSON

/// Lists the Home Assistants that answer on the network, and the entities of one that the
/// environment names.
enum HomeAssistantListing {
  private static let answerMicroseconds: Int64 = 3_000_000

  /// Returns what was found within a few seconds; nil if nothing was.
  static func read() -> DeviceListing? {
    var listing = DeviceListing(title: "Home Assistant", key: "homeassistant")
    if let access = HomeAssistantAccess.read() {
      add(access, to: &listing)
    } else {
      for url in HomeAssistantAccess.announced() {
        add(
          connectionTo: url,
          "announces itself; set \(HomeAssistantAccess.urlVariable) to list its entities",
          to: &listing)
        listing.objects.append(["url": .string(url)])
      }
    }
    return listing.lines.isEmpty ? nil : listing
  }

  private static func add(
    connectionTo url: String, _ note: String, to listing: inout DeviceListing
  ) {
    let token = "token: {file: \(HomeAssistantAccess.tokenFile)}"
    listing.lines.append(
      "connections: {home: {homeassistant: {url: \(JSONText.quoted(url)), \(token)}}}  (\(note))")
  }

  private static func add(_ access: HomeAssistantAccess, to listing: inout DeviceListing) {
    add(connectionTo: access.url, HomeAssistantAccess.urlVariable, to: &listing)
    do throws(LineSession.Obstacle) {
      let query = try HomeAssistantQuery([.states], to: try access.server())
      let states = try query.run(limitMicroseconds: answerMicroseconds)
      add(states.flatMap(ListedEntity.all), access.url, to: &listing)
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
