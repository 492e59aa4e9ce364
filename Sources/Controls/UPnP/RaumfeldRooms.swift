/// Where the rooms of a Raumfeld system play, as its host tells (`getZones`); pure.
///
/// Rooms that play together are a zone, which has a renderer of its own that no machine is; its
/// `Volume` is that of one of the rooms, and each room has a volume of its own. A room in no zone has
/// only the renderer of its speaker.
struct RaumfeldRooms: Equatable {
  struct Place: Equatable {
    /// The id of the renderer, as in `UPnPDevice.id`.
    var renderer: String
    /// The room's unique name, with `uuid:`, for the actions of the zone's renderer; nil if the
    /// renderer is the room's own.
    var room: String?
  }

  /// What the search for the host looks for.
  static let hostType = "urn:schemas-raumfeld-com:device:ConfigDevice:1"
  /// More rooms are ignored.
  static let limit = 100

  /// By the room's name, and by its id.
  private(set) var places: [String: Place] = [:]
  /// The names of all rooms.
  private(set) var names: [String] = []

  /// No rooms.
  init() {}

  /// Reads the answer to `getZones`; nil if it is none.
  init?(_ document: [UInt8]) {
    guard let root = XMLElement.parse(document), root.name == "zoneConfig" else { return nil }
    for zone in root.all("zone") {
      guard let id = zone.attributes["udn"].flatMap(SSDPMessage.id) else { continue }
      for room in zone.all("room") {
        add(room, Place(renderer: id, room: room.attributes["udn"]))
      }
    }
    for room in root.all("unassignedRooms").flatMap({ $0.all("room") }) {
      let renderer = room.all("renderer").first?.attributes["udn"]
      if let id = renderer.flatMap(SSDPMessage.id) { add(room, Place(renderer: id, room: nil)) }
    }
  }

  private mutating func add(_ room: XMLElement, _ place: Place) {
    guard let name = room.attributes["name"], names.count < Self.limit else { return }
    names.append(name)
    if places[name] == nil { places[name] = place }
    if let id = room.attributes["udn"].flatMap(SSDPMessage.id) { places[id] = place }
  }

  /// Where a room plays; by its name, or its unique name with or without `uuid:`.
  subscript(room: String) -> Place? {
    let id = room.lowercased()
    return places[room] ?? places[SSDPMessage.id(id) ?? id]
  }
}
