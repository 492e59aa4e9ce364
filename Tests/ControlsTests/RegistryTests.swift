import JSON
import Layout
import LayoutFile
import Linux
import Testing

@testable import Controls

/// A back end that exists only here: adding one takes this much code, and one line.
private struct LampBackEnd: ControlBackEnd {
  let lamps = Lamps()

  var keys: ControlKeys {
    ControlKeys(
      "lamp",
      .record(
        "a lamp", empty: LampSettings(),
        [
          Field(
            "wire", .whole(1...9, example: 3), into: \.wire, required: true, example: 3,
            "The wire of the lamp."),
          Field(
            "bus", Shape<String>.text(.name, example: "hall").located, example: "hall",
            "Which of the `connections`."
          ) { name, lamp, context in
            let subject = Subject(name: "`bus`", span: name.span)
            lamp.bus = context.connection(name, to: BusSettings.self, of: subject)
          },
        ]),
      example: "{wire: 3}", "A lamp on a wire.",
      connection: ConnectionKeys(
        "bus",
        .record(
          "a bus", empty: BusSettings(),
          [
            Field(
              "device", .text(.name, example: "tty1"), into: \.device, required: true,
              example: "tty1", "Its device.")
          ]),
        example: "{device: tty1}", "A bus of lamps."))
  }

  func makeFactory(on loop: EventLoop) -> LampFactory { LampFactory(lamps) }

  func listDevices() -> DeviceListing? {
    var listing = DeviceListing(title: "Lamps", key: "lamps")
    listing.lines = ["control: {lamp: {wire: 3}}"]
    listing.objects = [["wire": 3]]
    return listing
  }
}

/// A back end whose device listing blocks until a gate opens.
private struct HangingBackEnd: ControlBackEnd {
  let gate: Mailbox<Void>
  let keys: ControlKeys

  func makeFactory(on loop: EventLoop) -> LampFactory { LampFactory(Lamps()) }

  func listDevices() -> DeviceListing? {
    _ = gate.wait(milliseconds: .max)
    return DeviceListing(title: "Hanging", key: "hanging")
  }
}

private struct BusSettings: ConnectionSettings {
  var device = ""
}

private struct LampSettings: ControlSettings {
  var wire = 0
  var bus: ConnectionLayout?
  var connection: ConnectionLayout? { bus }
}

/// The brightness of the lamps, by bus and wire.
private final class Lamps: Sendable {
  let levels: Mailbox<[String: Double]>? = try? Mailbox([:])

  subscript(lamp: String) -> Double? {
    get { levels?.withContents { $0[lamp] } }
    set { levels?.post { $0[lamp] = newValue } }
  }
}

private struct LampError: ControlError {
  let description: String
  let hint: String? = "use a wire from 1 to 7"
}

private final class LampFactory: ControlFactory {
  private let lamps: Lamps

  init(_ lamps: Lamps) {
    self.lamps = lamps
  }

  func makeControl(_ settings: LampSettings) -> any Control { LampControl(settings, lamps) }
}

private final class LampControl: Control {
  let name: String
  var onEvent: (ControlEvent) -> Void = { _ in }
  private let settings: LampSettings
  private let lamps: Lamps

  init(_ settings: LampSettings, _ lamps: Lamps) {
    let bus = (settings.bus?.settings as? BusSettings)?.device ?? "none"
    name = "\(bus) \(settings.wire)"
    self.settings = settings
    self.lamps = lamps
  }

  func open() throws {
    if settings.wire > 7 { throw LampError(description: "there is no wire \(settings.wire)") }
  }

  func start() { onEvent(.level(lamps[name] ?? 0)) }
  func set(level: Double, isFinal: Bool) { lamps[name] = level }
  func stop() {}
}

/// A back end beside those of the program: its keys, connection, controls and listing.
@Suite struct RegistryTests {
  @Test("Events name a control by its key in the layout")
  func names() {
    func name<BackEnd: ControlBackEnd>(_ backEnd: BackEnd) -> String {
      BackEnd.Factory.Settings.backEnd
    }
    for backEnd in ControlRegistry.standard.backEnds {
      #expect(name(backEnd) == backEnd.keys.key)
    }
  }

  private let backEnd: LampBackEnd
  private let registry: ControlRegistry

  init() {
    backEnd = LampBackEnd()
    registry = ControlRegistry(ControlRegistry.standard.backEnds + [backEnd])
  }

  private func read(_ control: String, connections: String = "hall: {bus: {device: tty1}}")
    -> LayoutReader.Outcome
  {
    let text =
      "version: 1\nconnections: {\(connections)}\nknobs:\n"
      + "  k: {center: [400, 240], diameter: 300, control: {\(control)}}\n"
    return LayoutReader.parse(
      bytes: Array(text.utf8), path: "lamp.yaml", language: registry.language)
  }

  @Test func layoutCreatesAControlThatDrivesALamp() throws {
    let outcome = read("lamp: {wire: 4, bus: hall}")
    #expect(outcome.text == "")
    let layout = try #require(outcome.layout?.knobs.first?.control)
    let factories = registry.makeFactories(on: try EventLoop())
    let control = try #require(factories.makeControl(layout))
    #expect(control.name == "tty1 4")
    backEnd.lamps["tty1 4"] = 0.25
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    try control.open()
    control.start()
    #expect(events == [.level(0.25)])
    control.set(level: 0.75, isFinal: true)
    #expect(backEnd.lamps["tty1 4"] == 0.75)
    control.stop()
  }

  @Test func errorsOfABackEndAreReported() throws {
    #expect(read("lamp: {wire: 12, bus: hall}").text.contains("`wire`"))
    #expect(read("lamp: {wire: 4, bus: hell}").text.contains("did you mean `hall`?"))
    #expect(read("lmap: {wire: 4}").text.contains("it can be: alsa, mqtt, "))
    #expect(read("lmap: {wire: 4}").text.contains(", lamp, group"))
    let layout = try #require(read("lamp: {wire: 9, bus: hall}").layout?.knobs.first?.control)
    let factories = registry.makeFactories(on: try EventLoop())
    let error = #expect(throws: LampError.self) { try factories.makeControl(layout)?.open() }
    #expect(error?.description == "there is no wire 9")
    #expect(error?.hint == "use a wire from 1 to 7")
    #expect(error?.site == .control)
  }

  @Test func backEndIsListedAndDocumented() throws {
    let listing = try #require(registry.listDevices().last)
    #expect(listing.title == "Lamps")
    #expect(listing.lines == ["control: {lamp: {wire: 3}}"])
    #expect(registry.language.jsonSchema.contains("The wire of the lamp."))
    #expect(registry.language.jsonSchema.contains("A bus of lamps."))
    #expect(!ControlRegistry.standard.language.jsonSchema.contains("lamp on a wire"))
  }

  @Test("Hanging listings share one timeout, and those that answer are listed")
  func hangingListings() throws {
    let gate = try Mailbox(())
    defer { gate.post { _ in } }
    let registry = ControlRegistry([
      HangingBackEnd(gate: gate, keys: ALSABackEnd().keys),
      HangingBackEnd(gate: gate, keys: FileBackEnd().keys), backEnd,
    ])
    // The limit has passed when the second one's turn comes, so it is not waited for.
    var now: Int64 = 0
    let listings = registry.listDevices {
      defer { now += 4_990_000 }
      return now
    }
    #expect(now == 4 * 4_990_000)
    #expect(listings.map(\.title).allSatisfy { $0 == "Lamps" })
  }

  @Test func standardBackEndsAreUnchanged() throws {
    let loop = try EventLoop()
    let factories = registry.makeFactories(on: loop)
    let alsa = factories.makeControl(.backEnd(ALSASettings(card: "Dummy", element: "Master")))
    #expect(alsa?.name == "ALSA element \"Master\" of card \"Dummy\"")
    let home = ConnectionLayout(name: "home", settings: MQTTBroker(host: "10.0.0.2"))
    let mqtt = factories.makeControl(.backEnd(MQTTEndpoint(broker: home, commandTopic: "amp/set")))
    #expect(mqtt?.name == "MQTT topic \"amp/set\" of connection \"home\" (10.0.0.2:1883)")
    #expect(factories.makeControl(.group(GroupLayout(members: []))) == nil)
  }
}
