internal import Diagnostics
internal import JSON
internal import Layout

/// Why `knobpanel new homeassistant` has no panel, and what to do about it; each as one line.
package struct HomeAssistantObstacle: Error, Equatable {
  package var reason: String
  package var advice = ""
}

/// The areas of a Home Assistant with what a new panel can show of them.
///
/// An entity is in its own area, or else in that of its device. Hidden entities, and those for the
/// configuration or diagnosis of a device, are left out.
package struct HomeAssistantHouse: Sendable {
  /// The maximum numbers of areas and devices; others are ignored.
  static let areaLimit = 1000
  static let deviceLimit = 10_000
  /// The maximum number of areas that a message lists.
  static let listedLimit = 20
  private static let answerMicroseconds: Int64 = 10_000_000

  struct Area: Sendable {
    var id: String
    var name: String
    var items: [HomeAssistantItem] = []
    /// Whether a knob can turn something in it: a panel has at least one knob.
    var isUsable: Bool { items.contains { $0.asKnob != nil } }
  }

  /// The areas, sorted by name.
  var areas: [Area] = []

  /// Queries the Home Assistant that the environment names; blocks until it has answered.
  ///
  /// - Returns: The room of these areas.
  /// - Throws: Why there is none.
  package static func readRoom(
    of names: [String]
  ) throws(HomeAssistantObstacle) -> HomeAssistantRoom {
    guard let access = HomeAssistantAccess.read() else { throw noAddress }
    let house: HomeAssistantHouse
    do throws(LineSession.Obstacle) {
      house = try read(
        try access.server(), limitMicroseconds: answerMicroseconds)
    } catch {
      throw access.obstacle(error.reason)
    }
    var room = try house.room(of: names)
    room.url = access.url
    room.token =
      switch access.token {
      case .file(let file): "{file: \(file)}"
      case .environment(let name): "{environment: \(name)}"
      }
    return room
  }

  static func read(
    _ server: HomeAssistantServer, limitMicroseconds: Int64
  ) throws(LineSession.Obstacle) -> HomeAssistantHouse {
    let questions: [HomeAssistantRequest.Question] = [
      .configuration, .areas, .devices, .entities, .states,
    ]
    let query = try HomeAssistantQuery(questions, to: server)
    let answers = try query.run(limitMicroseconds: limitMicroseconds)
    return HomeAssistantHouse(
      configuration: answers[0], areas: answers[1], devices: answers[2], entities: answers[3],
      states: answers[4])
  }

  /// Reads the answers.
  init(
    configuration: JSONValue, areas: JSONValue, devices: JSONValue, entities: JSONValue,
    states: JSONValue
  ) {
    var found: [String: Area] = [:]
    for area in (areas.array ?? []).prefix(Self.areaLimit) {
      guard let id = area["area_id"]?.string, let name = area["name"]?.string else { continue }
      let line = HomeAssistantItem.line(name, limit: 100)
      if !line.isEmpty { found[id] = Area(id: id, name: line) }
    }
    var deviceAreas: [String: String] = [:]
    for device in (devices.array ?? []).prefix(Self.deviceLimit) {
      if let id = device["id"]?.string { deviceAreas[id] = device["area_id"]?.string }
    }
    var entityAreas: [String: String] = [:]
    for entity in (entities["entities"]?.array ?? []).prefix(ListedEntity.countLimit) {
      guard entity["ec"] == nil, entity["hb"]?.bool != true, let id = entity["ei"]?.string
      else { continue }
      entityAreas[id] = entity["ai"]?.string ?? entity["di"]?.string.flatMap { deviceAreas[$0] }
    }
    let isFahrenheit = configuration["unit_system"]?["temperature"]?.string == "°F"
    for entity in ListedEntity.all(states) {
      guard let area = entityAreas[entity.id],
        let item = entity.item(temperatureUnit: isFahrenheit ? "°F" : "°C")
      else { continue }
      found[area]?.items.append(item)
    }
    for id in found.keys {
      found[id]?.items.sort {
        ($0.group, $0.name.lowercased(), $0.entity) < ($1.group, $1.name.lowercased(), $1.entity)
      }
    }
    self.areas = found.values.sorted {
      ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id)
    }
  }

  /// Returns what areas have together; without names, that of the only area.
  ///
  /// - Parameter names: Names of areas in any case, or their IDs.
  /// - Returns: A room with at least one knob.
  /// - Throws: If an area is unknown or empty, or the choice is unclear.
  func room(of names: [String]) throws(HomeAssistantObstacle) -> HomeAssistantRoom {
    let usable = areas.filter(\.isUsable)
    guard !usable.isEmpty else {
      throw HomeAssistantObstacle(
        reason: "no area of Home Assistant has an entity that a knob can turn",
        advice: "In Home Assistant, open Settings, Areas, and assign devices to an area.")
    }
    var chosen: [Area] = []
    if names.isEmpty {
      guard usable.count == 1 else {
        throw HomeAssistantObstacle(
          reason: "choose one or several areas with `--area`", advice: Self.list(of: usable))
      }
      chosen = usable
    }
    for name in names {
      let area = try area(named: name, usable)
      if !chosen.contains(where: { $0.id == area.id }) { chosen.append(area) }
    }
    return HomeAssistantRoom(chosen)
  }

  private func area(
    named name: String, _ usable: [Area]
  ) throws(HomeAssistantObstacle) -> Area {
    let wanted = HomeAssistantItem.line(name, limit: 100)
    let found =
      areas.first { $0.name == wanted } ?? areas.first {
        $0.name.lowercased() == wanted.lowercased()
      }
      ?? areas.first { $0.id == name }
    if let found, found.isUsable { return found }
    var reason = "there is no area \(VisibleText.quoted(name, limit: 100))"
    if let found {
      let name = VisibleText.quoted(found.name, limit: 100)
      reason = "the area \(name) has no entity that a knob can turn"
    } else if let nearest = Spelling.closest(to: wanted, among: areas.map(\.name)) {
      reason += "; did you mean \(VisibleText.quoted(nearest, limit: 100))?"
    }
    throw HomeAssistantObstacle(reason: reason, advice: Self.list(of: usable))
  }

  private static func list(of areas: [Area]) -> String {
    let lines = areas.prefix(listedLimit).map { area in
      let count = area.items.count
      let name = VisibleText.printable(shellWord(area.name))
      return "  --area \(name)  (\(count) \(count == 1 ? "entity" : "entities"))"
    }
    let rest = areas.count - lines.count
    return lines.joined(separator: "\n") + (rest > 0 ? "\n  and \(rest) more" : "")
  }

  /// Returns a text as one word for a shell.
  private static func shellWord(_ text: String) -> String {
    let parts = text.split(separator: "'" as Character, omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  private static var noAddress: HomeAssistantObstacle {
    let found = HomeAssistantAccess.announced().first
    let url = found ?? "http://homeassistant.local:8123"
    return HomeAssistantObstacle(
      reason: "\(HomeAssistantAccess.urlVariable) does not say where Home Assistant is",
      advice: (found == nil ? "" : "One announces itself. ")
        + "Type: \(HomeAssistantAccess.urlVariable)=\(url) knobpanel new homeassistant")
  }
}

/// What a new panel for areas of a Home Assistant shows.
package struct HomeAssistantRoom: Sendable {
  /// The names of the areas, each on one line.
  package var areas: [String] = []
  /// The items of all areas, those of similar entities together.
  package var items: [HomeAssistantItem] = []
  /// The URL of the server.
  package var url = "http://homeassistant.local:8123"
  /// The value of the `token` key, as in a layout.
  package var token = "{file: \(HomeAssistantAccess.tokenFile)}"

  package init(areas: [String] = [], items: [HomeAssistantItem] = []) {
    (self.areas, self.items) = (areas, items)
  }

  init(_ areas: [HomeAssistantHouse.Area]) {
    self.areas = areas.map(\.name)
    items = areas.flatMap(\.items)
    useKnobs()
    guard areas.count == 1 else { return }
    // The names of a room's entities often begin with that of the room.
    for index in items.indices where items[index].kind != .temperature {
      items[index].name = Self.name(items[index].name, without: areas[0].name)
    }
  }

  /// Makes the first button that can be one a knob, if there is none.
  private mutating func useKnobs() {
    guard !items.contains(where: { $0.kind == .knob }),
      let index = items.firstIndex(where: { $0.asKnob != nil }), let knob = items[index].asKnob
    else { return }
    items[index] = knob
  }

  private static func name(_ name: String, without area: String) -> String {
    guard name.lowercased().hasPrefix(area.lowercased() + " ") else { return name }
    let rest = name.dropFirst(area.count + 1)
    return rest.isEmpty ? name : rest.prefix(1).uppercased() + rest.dropFirst()
  }
}
