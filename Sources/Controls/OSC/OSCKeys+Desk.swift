internal import Diagnostics
internal import JSON
internal import LayoutFile

/// The keys of connections to desks.
extension OSCKeys {
  static let desk = Shape.record(
    "an OSC connection", empty: OSCDesk(host: "", port: 0),
    [
      Field(
        "model",
        Shape<OSCDesk.Model>.choice(
          of: OSCDesk.Model.self, synonyms: ["m32": "x32", "xr18": "xair"]),
        example: "x32", alsoCalled: ["kind", "type"],
        "Sets the keys below as this mixer needs them: `x32` for X32 and M32, `xair` for XR, "
          + "X Air and MR."
      ) { model, desk, _ in desk.adopt(model) }.read(in: .first),
      Field(
        "host", .host, into: \.host, required: true, example: "10.0.0.5",
        alsoCalled: ["address", "ip", "server", "url"], "Its name or address."),
      Field(
        "port", .port(example: 10_023), into: \.port, required: true, unless: ["model"],
        example: 10_023, "The UDP port where it listens."),
      Field(
        "query", .flag, into: \.isQueried, fallback: false, example: true,
        alsoCalled: ["ask", "poll", "get"],
        "Whether it answers an address without a value with the address's value."),
      Field(
        "subscribe", .oscAddress, intoOptional: \.subscription, example: "/xremote",
        alsoCalled: ["register", "subscription"],
        "The address that subscribes to changes for a while; sent repeatedly."),
      Field(
        "renew", .whole(1...3600, example: 8), into: \.renewalSeconds, fallback: 8, example: 8,
        alsoCalled: ["renewal", "interval", "timeout"],
        "Seconds between subscriptions, and between checks whether it still answers."),
      Field(
        "listen", .port(example: 9000), intoOptional: \.listeningPort, example: 9000,
        alsoCalled: ["local_port", "listen_port", "reply_port"],
        "The panel's own UDP port, for programs that send to a fixed one; by default, answers are "
          + "expected at the port from which the panel sends."),
    ])
}
