import Layout
import LayoutFile
import Linux
import Testing

@testable import Controls

/// The OSC keys of a layout.
@Suite struct OSCKeysTests {
  private func read(
    _ control: String, desk: String = "{host: 10.0.0.5, model: x32}", knob: String = ""
  ) -> LayoutReader.Outcome {
    let text =
      "version: 1\nconnections: {desk: {osc: \(desk)}}\nknobs:\n"
      + "  k: {center: [400, 240], diameter: 300, \(knob)control: {osc: \(control)}}\n"
    return LayoutReader.parse(
      bytes: Array(text.utf8), path: "desk.yaml", language: ControlRegistry.standard.language)
  }

  private func endpoint(_ outcome: LayoutReader.Outcome) throws -> OSCEndpoint {
    #expect(outcome.text == "")
    return try #require(outcome.layout?.knobs.first?.control?.settings as? OSCEndpoint)
  }

  @Test("The keys of an X32 strip become an endpoint and a control") func strip() throws {
    let endpoint = try endpoint(
      read(
        "{address: /ch/01/mix/fader, law: x32, mute: {address: /ch/01/mix/on, muted: 0}}",
        knob: "range: [-90, 10], "))
    #expect(endpoint.address == "/ch/01/mix/fader")
    #expect(endpoint.readAddress == endpoint.address)
    #expect(
      endpoint.scale == OSCScale(range: WireRange(lowest: -90, highest: 10), law: .x32))
    #expect(endpoint.mute?.muted == 0)
    let desk = try #require(endpoint.desk.settings as? OSCDesk)
    #expect((desk.port, desk.isQueried) == (10_023, true))
    #expect((desk.subscription, desk.renewalSeconds) == ("/xremote", 8))
    let loop = try EventLoop()
    let factories = ControlRegistry.standard.makeFactories(on: loop)
    let control = try #require(factories.makeControl(.backEnd(endpoint)))
    #expect(
      control.name == "OSC address \"/ch/01/mix/fader\" of connection \"desk\" (10.0.0.5:10023)")
  }

  @Test("Every key of a connection overrides that of its model") func connection() throws {
    let endpoint = try endpoint(
      read(
        "{address: /a, state: /b, connection: desk}",
        desk: "{host: desk, port: 9, subscribe: /on, renew: 5, query: false, listen: 9000, "
          + "model: xair}"))
    var desk = OSCDesk(host: "desk", port: 9)
    (desk.subscription, desk.renewalSeconds, desk.listeningPort) = ("/on", 5, 9000)
    #expect(endpoint.desk.settings as? OSCDesk == desk)
    #expect(endpoint.readAddress == "/b")
  }

  struct Scaled: Sendable {
    var control: String
    var knob = ""
    var scale: OSCScale
  }

  @Test(
    "The scale comes from the type, `values`, the range or the sectors",
    arguments: [
      Scaled(control: "{address: /a}", scale: OSCScale()),
      Scaled(
        control: "{address: /a, type: int}", knob: "range: [0, 127], ",
        scale: OSCScale(form: .int, range: WireRange(lowest: 0, highest: 127))),
      Scaled(
        control: "{address: /a, values: [1, -1]}",
        scale: OSCScale(range: WireRange(lowest: 1, highest: -1))),
      Scaled(
        control: "{address: /a}", knob: "sectors: [Radio, CD, TV], ",
        scale: OSCScale(
          form: .int, range: WireRange(lowest: 0, highest: 2), names: ["Radio", "CD", "TV"])),
      Scaled(
        control: "{address: /a, type: string}", knob: "sectors: [Radio, CD], ",
        scale: OSCScale(
          form: .string, range: WireRange(lowest: 0, highest: 1), names: ["Radio", "CD"])),
    ]) func scales(_ scaled: Scaled) throws
  {
    #expect(try endpoint(read(scaled.control, knob: scaled.knob)).scale == scaled.scale)
  }

  struct ErrorCase: Sendable {
    var control = "{address: /a}"
    var desk = "{host: 10.0.0.5, model: x32}"
    var knob = ""
    var problem: String
    var hint: String
  }

  @Test(
    "Invalid keys are reported with a hint",
    arguments: [
      ErrorCase(
        control: "{}", problem: "has no `address`", hint: "add `address: "),
      ErrorCase(
        control: "{address: ch/01}", problem: "does not begin with a slash",
        hint: "write `/ch/01`"),
      ErrorCase(
        control: "{address: /ch/*/mix}", problem: "must not contain `*`", hint: "of one value"),
      ErrorCase(
        control: "{address: /a, values: [1, 1]}", problem: "both ends of this range are 1",
        hint: "such as [0, 1]"),
      ErrorCase(
        control: "{address: /a, law: x32}",
        problem: "the law is for decibels from -90 to 10, but the knob's range is 0 to 100",
        hint: "range: [-90, 10]"),
      ErrorCase(
        control: "{address: /a, law: x32, type: int}", knob: "range: [-90, 10], ",
        problem: "`type` and `law` exclude each other", hint: "remove `type`"),
      ErrorCase(
        control: "{address: /a, type: string}", problem: "the knob has none",
        hint: "`type: float` or `type: int`"),
      ErrorCase(
        control: "{address: /a, mute: {address: /b}}", problem: "`mute` has no `muted`",
        hint: "muted: 0"),
      ErrorCase(desk: "{host: 10.0.0.5}", problem: "has no `port`", hint: "port: 10023"),
      ErrorCase(
        desk: "{host: 10.0.0.5, model: m32}", problem: "one of: x32, xair",
        hint: "did you mean `x32`?"),
      ErrorCase(
        control: "{address: /a, connection: dask}", problem: "there is no connection `dask`",
        hint: "did you mean `desk`?"),
    ]) func errors(_ errorCase: ErrorCase)
  {
    let text = read(errorCase.control, desk: errorCase.desk, knob: errorCase.knob).text
    #expect(text.contains(errorCase.problem), "\(text)")
    #expect(text.contains(errorCase.hint), "\(text)")
  }
}
