// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
@testable import Controls
import JSON
import Knobs
import Layout
import LayoutFile

extension FuzzTarget {
  /// The attributes of an entity of Home Assistant, as a JSON object: whatever they are, a layout that
  /// leaves everything to the entity has no errors.
  static let description = FuzzTarget(name: "description", longestInput: 1500) { bytes in
    guard let attributes = JSONValue(parsing: bytes, readsNonFiniteAsNull: true),
      attributes.pairs != nil
    else { return }
    for entity in ["light.a", "climate.a", "number.a", "select.a", "switch.a", "sensor.a"] {
      let bare = try layout(of: entity, KnobDescription())
      guard let settings = bare.knobs.first?.control?.settings as? HomeAssistantSettings else {
        throw FuzzFailure(description: "\(entity) has no control")
      }
      let wanted = HomeAssistantMessage.Wanted(
        entities: [entity], attributes: Set(settings.attributes))
      let state: JSONValue = .object([("s", "on"), ("a", attributes)])
      let changes = EntityChanges(.object([("a", .object([(entity, state)]))]), wanted)
      guard let added = changes.added[entity] else { continue }
      let description = settings.description(of: added)
      let knob = try layout(of: entity, description).knobs[0]
      try require(knob.name == description.name, "another name")
      if let range = description.range {
        try require(knob.scale.range == range, "another range")
        try require(knob.scale.step == description.step ?? 0, "another step")
      }
      if !description.sectors.isEmpty {
        try require(knob.travel == .sectors(description.sectors), "other sectors")
      }
      let described = knob.control?.settings as? HomeAssistantSettings
      try require(
        described?.awaitsDescription != true
          || description.range == nil && description.sectors.isEmpty,
        "the knob still awaits what it has")
    }
  }

  private static func layout(
    of entity: String, _ description: KnobDescription
  ) throws -> LayoutDocument {
    var environment = LayoutEnvironment()
    environment.knobs = ["a": description]
    let text = """
      version: 1
      connections: {home: {homeassistant: {url: "http://h", token: {environment: T}}}}
      knobs:
        a: {center: [300, 200], diameter: 300, control: {homeassistant: {entity: \(entity)}}}
      """
    let outcome = LayoutReader.parse(
      bytes: Array(text.utf8), path: "fuzz.yaml", environment: environment,
      language: ControlRegistry.standard.language)
    guard let layout = outcome.layout else { throw FuzzFailure(description: outcome.text) }
    return layout
  }
}
#endif
