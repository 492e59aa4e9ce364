import JSON
import Layout
import Linux
import MQTTBench
import Synchronization
import TestPatience
import Testing

@testable import Controls

/// What `knobpanel new homeassistant` finds in a Home Assistant.
@Suite struct HomeAssistantHouseTests {
  private static func json(_ text: String) -> JSONValue {
    JSONValue(parsing: Array(text.utf8)) ?? .null
  }

  /// A kitchen, a bath without entities, and a hall with what panels cannot show.
  private static let results = [
    "get_config": #"{"unit_system":{"temperature":"°C"}}"#,
    "config/area_registry/list":
      #"[{"area_id":"k","name":"Kitchen"},{"area_id":"b","name":"Bath"},{"area_id":"h","name":"Hall"}]"#,
    "config/device_registry/list": #"[{"id":"d1","area_id":"k"},{"id":"d2","area_id":null},7]"#,
    "config/entity_registry/list_for_display": """
    {"entities":[
      {"ei":"light.kitchen_table","ai":"k"},
      {"ei":"climate.heating","di":"d1"},
      {"ei":"sensor.temperature","di":"d1"},
      {"ei":"number.calibration","di":"d1","ec":0},
      {"ei":"switch.hidden","di":"d1","hb":true},
      {"ei":"light.moved","di":"d1","ai":"h"},
      {"ei":"light.lost","di":"d2"},
      {"ei":"camera.door","ai":"h"},
      {"ei":"light.no_state","ai":"k"}, {"ei":7}, null]}
    """,
    "get_states": """
    [{"entity_id":"light.kitchen_table","state":"off",
      "attributes":{"friendly_name":"Kitchen table","supported_color_modes":["brightness"]}},
     {"entity_id":"climate.heating","state":"heat","attributes":{"friendly_name":"Heating",
      "supported_features":1,"min_temp":7,"max_temp":35,"target_temp_step":0.5}},
     {"entity_id":"sensor.temperature","state":"21",
      "attributes":{"device_class":"temperature","unit_of_measurement":"°C"}},
     {"entity_id":"number.calibration","state":"1","attributes":{"min":0,"max":1}},
     {"entity_id":"switch.hidden","state":"on"}, {"entity_id":"light.moved","state":"on"},
     {"entity_id":"light.lost","state":"on"}, {"entity_id":"camera.door","state":"idle"}]
    """,
  ]

  private static func server(_ peer: ScriptedHomeAssistant) -> HomeAssistantServer {
    var server = HomeAssistantServer()
    (server.name, server.host, server.port) = ("home", "127.0.0.1", peer.server.port)
    server.token = .environment("HOME")
    return server
  }

  /// Returns what a query on another thread reads from a scripted server, or its reason.
  private static func read(
    _ peer: ScriptedHomeAssistant
  ) throws -> Result<HomeAssistantHouse, LineSession.Obstacle> {
    final class Answer: Sendable {
      let result = Mutex<Result<HomeAssistantHouse, LineSession.Obstacle>?>(nil)
    }
    let (answer, server) = (Answer(), server(peer))
    let worker = try Worker {
      do throws(LineSession.Obstacle) {
        let house = try HomeAssistantHouse.read(server, limitMicroseconds: 60_000_000)
        answer.result.withLock { $0 = .success(house) }
      } catch { answer.result.withLock { $0 = .failure(error) } }
    }
    while answer.result.withLock({ $0 == nil }) { peer.serve() }
    worker.join(withinMilliseconds: 60_000)
    return try #require(answer.result.withLock { $0 })
  }

  @Test("The entities of an area, and those of its devices, become items") func kitchen() throws {
    let peer = try ScriptedHomeAssistant()
    peer.results = Self.results
    let house = try Self.read(peer).get()
    #expect(peer.types.count == 6)
    let room = try house.room(of: ["kitchen"])
    #expect(room.areas == ["Kitchen"])
    #expect(
      room.items.map(\.entity) == [
        "light.kitchen_table", "sensor.temperature", "climate.heating",
      ])
    // The room's name is left out of the entity's.
    #expect(room.items[0].name == "Table" && room.items[0].keys == HomeAssistantItem.share)
    #expect(room.items[1].kind == .temperature && room.items[1].name == "°C")
    #expect(
      room.items[2].keys == ["range: [7, 35]", "step: 0.5", "unit: \"°C\"", "report: release"])
    let both = try house.room(of: ["h", "Kitchen", "KITCHEN"])
    #expect(both.areas == ["Hall", "Kitchen"])
    #expect(both.items.map(\.name) == ["light.moved", "Kitchen table", "°C", "Heating"])
  }

  @Test(
    "A choice that is unclear, unknown or empty says what to type",
    arguments: [
      ([], "choose one or several areas with `--area`"),
      (["Kitchn"], "there is no area `Kitchn`; did you mean `Kitchen`?"),
      (["Garden\u{1B}[2J"], "there is no area `Garden<U+001B>[2J`"),
      (["Kitchen", "Bath"], "the area `Bath` has no entity that a knob can turn"),
    ] as [([String], String)]) func choice(_ names: [String], _ reason: String) throws
  {
    let house = HomeAssistantHouse(
      configuration: .null, areas: Self.json(Self.results["config/area_registry/list"] ?? ""),
      devices: Self.json(Self.results["config/device_registry/list"] ?? ""),
      entities: Self.json(Self.results["config/entity_registry/list_for_display"] ?? ""),
      states: Self.json(Self.results["get_states"] ?? ""))
    let error = #expect(throws: HomeAssistantObstacle.self) { try house.room(of: names) }
    #expect(error?.reason == reason)
    #expect(
      error?.advice == "  --area 'Hall'  (1 entity)\n  --area 'Kitchen'  (3 entities)")
  }

  @Test("The only area with entities needs no choice; a house without one says what to do")
  func only() throws {
    var house = HomeAssistantHouse(
      configuration: .null,
      areas: [["area_id": "a", "name": "A"], ["area_id": "b", "name": "B"]],
      devices: .null, entities: ["entities": [["ei": "switch.x", "ai": "b"]]],
      states: [["entity_id": "switch.x", "state": "on"]])
    let room = try house.room(of: [])
    #expect(room.areas == ["B"])
    // A panel has a knob.
    #expect(room.items.map(\.kind) == [.knob])
    #expect(room.items[0].keys == ["sectors: [\"off\", \"on\"]", "sweep: [-45, 45]"])
    house.areas = []
    let error = #expect(throws: HomeAssistantObstacle.self) { try house.room(of: []) }
    #expect(error?.reason.hasPrefix("no area of Home Assistant has an entity") == true)
    #expect(error?.advice.contains("\n") == false)
  }

  @Test("5,000 entities in 3,000 areas are read, and a message lists the first areas")
  func many() throws {
    let peer = try ScriptedHomeAssistant()
    peer.results = Self.results
    let numbers = 0..<5000
    peer.results["config/area_registry/list"] =
      "[" + (0..<3000).map { "{\"area_id\":\"\($0)\",\"name\":\"\($0)\"}" }.joined(separator: ",")
      + "]"
    peer.results["config/entity_registry/list_for_display"] =
      "{\"entities\":["
      + numbers.map { "{\"ei\":\"light.l\($0)\",\"ai\":\"\($0 % 900)\"}" }.joined(separator: ",")
      + "]}"
    peer.results["get_states"] =
      "["
      + numbers.map { "{\"entity_id\":\"light.l\($0)\",\"state\":\"on\"}" }.joined(separator: ",")
      + "]"
    let house = try Self.read(peer).get()
    #expect(house.areas.count == HomeAssistantHouse.areaLimit)
    #expect(try house.room(of: ["7"]).items.count == 6)
    let error = #expect(throws: HomeAssistantObstacle.self) { try house.room(of: []) }
    let lines = error?.advice.split(separator: "\n") ?? []
    #expect(lines.count == HomeAssistantHouse.listedLimit + 1)
    #expect(lines.last == "  and 880 more")
  }

  @Test(
    "What a server refuses, or sends instead, is one line",
    arguments: [
      ("null", nil), ("{\"entities\":7}", nil), ("[[[]]]", nil), ("7", nil),
      ("", "the server there is not Home Assistant"),
    ] as [(String, String?)]) func nonsense(_ result: String, _ reason: String?) throws
  {
    let peer = try ScriptedHomeAssistant()
    for name in Self.results.keys { peer.results[name] = result }
    switch try Self.read(peer) {
    case .success(let house):
      #expect(reason == nil && house.areas.isEmpty)
    case .failure(let obstacle): #expect(obstacle.reason == reason)
    }
  }

  @Test("The editor completes what items of a panel use, with names of one line")
  func names() throws {
    let states = try #require(Self.results["get_states"])
    let names = HomeAssistantNames.names(of: ListedEntity.all(Self.json(states)))
    #expect(names["climate.heating"] == "Heating" && names["camera.door"] == nil)
    let entity = try #require(
      ListedEntity([
        "entity_id": "light.a", "state": "on", "attributes": ["friendly_name": "A\nB\u{202E}"],
      ]))
    #expect(HomeAssistantNames.names(of: [entity, entity]) == ["light.a": "A B\u{202E}"])
  }

  @Test("A refused token is told, and nothing is asked") func refused() throws {
    let peer = try ScriptedHomeAssistant()
    peer.acceptsToken = false
    guard case .failure(let obstacle) = try Self.read(peer) else {
      Issue.record("accepted")
      return
    }
    #expect(obstacle.reason == HomeAssistantConnection.refusal)
    #expect(peer.types == ["auth"])
  }

  @Test(
    "Each kind of entity has the item that suits it, or none",
    arguments: [
      ("light.a", #"{"supported_color_modes":["onoff"]}"#, "toggle 1"),
      ("light.a", #"{}"#, "knob 0 range: [0, 100]; step: 1; unit: \"%\""),
      ("climate.a", #"{"supported_features":1,"min_temp":7,"max_temp":7}"#, nil),
      ("climate.a", #"{"supported_features":8,"min_temp":7,"max_temp":35}"#, nil),
      (
        "climate.a",
        #"{"supported_features":2,"min_temp":44.6,"max_temp":95,"target_temp_step":1}"#,
        "knob 1 range: [44.6, 95]; step: 1; unit: \"°F\"; report: release target_temp_low"
      ),
      ("cover.a", #"{"supported_features":3}"#, "toggle 2"),
      (
        "cover.a", #"{"supported_features":15}"#,
        "knob 2 range: [0, 100]; step: 1; unit: \"%\"; report: release"
      ),
      ("media_player.a", #"{"supported_features":1}"#, nil),
      (
        "media_player.a", #"{"supported_features":4}"#,
        "knob 3 range: [0, 100]; step: 1; unit: \"%\""
      ),
      ("fan.a", #"{"supported_features":1}"#, "knob 4 range: [0, 100]; step: 1; unit: \"%\""),
      ("fan.a", #"{"supported_features":1e300}"#, "toggle 3"),
      (
        "number.a", #"{"min":-3,"max":3,"step":0.1,"unit_of_measurement":"dB"}"#,
        "knob 5 range: [-3, 3]; step: 0.1; unit: \"dB\""
      ),
      ("number.a", #"{"min":0,"max":1e300}"#, nil),
      ("number.a", #"{"min":0,"max":9223372036854775807,"step":1}"#, nil),
      (
        "climate.a", #"{"supported_features":1,"min_temp":45,"max_temp":95}"#,
        "knob 1 range: [45, 95]; step: 1; unit: \"°F\"; report: release"
      ),
      (
        "number.a", #"{"min":1,"max":1000,"step":1}"#, "knob 5 range: [1, 1000]; step: 10"
      ),
      ("input_number.a", #"{"min":0,"max":10,"step":-1}"#, "knob 5 range: [0, 10]"),
      ("scene.a", "{}", "push 0"), ("switch.a", "{}", "toggle 4"),
      ("sensor.a", #"{"device_class":"temperature","unit_of_measurement":"K"}"#, nil),
      ("sensor.a", #"{"device_class":"humidity","unit_of_measurement":"°C"}"#, nil),
      ("camera.a", "{}", nil),
    ] as [(String, String, String?)])
  func items(_ id: String, _ attributes: String, _ expected: String?) throws {
    let entity = try #require(
      ListedEntity(
        Self.json("{\"entity_id\":\"\(id)\",\"state\":\"on\",\"attributes\":\(attributes)}")))
    let item = entity.item(temperatureUnit: "°F")
    let text = item.map { item in
      let attribute = item.control.split(separator: "attribute: ").dropFirst().first?.dropLast(2)
      return [
        "\(item.kind) \(item.group)", item.keys.joined(separator: "; "), String(attribute ?? ""),
      ]
      .filter { !$0.isEmpty }.joined(separator: " ")
    }
    #expect(text == expected)
  }
}
