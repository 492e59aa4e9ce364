/// The renderers that play the rooms of a Raumfeld system, as its host reports them (`getZones`).
///
/// Rooms that play together form a zone, which has a virtual renderer of its own. The renderer's
/// `Volume` is that of one of the rooms; each room also has its own volume. A room outside any zone
/// has only its speaker's renderer.
struct RaumfeldRooms: Equatable {
  struct Target: Equatable {
    /// The renderer's ID, as in `UPnPDevice.id`.
    var renderer: String
    /// The room's unique name, with `uuid:`, for the actions of a zone's renderer; nil if the
    /// renderer is the room's own.
    var room: String?
  }

  /// The device type to search for to find the host.
  static let hostType = "urn:schemas-raumfeld-com:device:ConfigDevice:1"
  /// The maximum number of rooms; others are ignored.
  static let limit = 100

  /// By the room's name, and by its ID.
  private(set) var targets: [String: Target] = [:]
  /// The names of all rooms.
  private(set) var names: [String] = []

  /// Creates an empty list of rooms.
  init() {}

  /// Parses the answer to `getZones`; nil if it is not one.
  init?(_ document: [UInt8]) {
    guard let root = XMLElement.parse(document), root.name == "zoneConfig" else { return nil }
    for zone in root.all("zone") {
      guard let id = zone.attributes["udn"].flatMap(SSDPMessage.id) else { continue }
      for room in zone.all("room") {
        add(room, Target(renderer: id, room: room.attributes["udn"]))
      }
    }
    for room in root.all("unassignedRooms").flatMap({ $0.all("room") }) {
      let renderer = room.all("renderer").first?.attributes["udn"]
      if let id = renderer.flatMap(SSDPMessage.id) { add(room, Target(renderer: id, room: nil)) }
    }
  }

  private mutating func add(_ room: XMLElement, _ target: Target) {
    guard let name = room.attributes["name"], names.count < Self.limit else { return }
    names.append(name)
    if targets[name] == nil { targets[name] = target }
    if let id = room.attributes["udn"].flatMap(SSDPMessage.id) { targets[id] = target }
  }

  /// Returns where a room plays, by its name or its unique name, with or without `uuid:`.
  subscript(room: String) -> Target? {
    let id = room.lowercased()
    return targets[room] ?? targets[SSDPMessage.id(id) ?? id]
  }
}
