internal import Diagnostics
internal import JSON
internal import LayoutFile

extension ControlKeys {
  /// `control: {pulse: …}`.
  static let pulse = ControlKeys(
    "pulse", PulseKeys.control, example: "{sink: default}",
    "A volume of PulseAudio or PipeWire: an output, an input, or the streams of an application.")
}

/// The keys of PulseAudio controls.
enum PulseKeys {
  static let control = Shape.record(
    "a pulse control", empty: Draft(),
    [
      Field(
        "sink", name("alsa_output.pci-0000_00_1f.3.analog-stereo"), intoOptional: \.sink,
        required: true, unless: ["source", "stream"], example: "default",
        alsoCalled: ["output", "device", "speaker"],
        "The output by its name; `default` follows the default output."),
      Field(
        "source", name("alsa_input.usb-mic.mono"), intoOptional: \.source, example: "default",
        alsoCalled: ["input", "microphone", "mic"],
        "The input by its name; `default` follows the default input."),
      Field(
        "stream", stream, intoOptional: \.application, example: ["application": "mpd"],
        alsoCalled: ["sink-input", "sink_input", "application", "app", "client"],
        "The streams of an application."),
      Field(
        "server", .text(TextRule(mayBeEmpty: false, maximumLength: 500), example: "10.0.0.2"),
        intoOptional: \.server, example: "unix:/run/user/1000/pulse/native",
        alsoCalled: ["host", "address"],
        "The server's address, as in `PULSE_SERVER`; by default the server of the panel's user."
      ),
    ],
    rules: [
      .alternatives(["sink", "source", "stream"]) { first, second, _ in
        Diagnostic(
          .error, "a pulse control has one target, but this is a second one", at: second.keySpan,
          hint: "remove one of the two",
          related: [.init(span: first.keySpan, message: "the first is here")])
      }
    ]
  ).converted { draft, _, _ -> PulseSettings? in
    draft.target.map { PulseSettings($0, server: draft.server) }
  }

  /// A control while its keys are being read.
  struct Draft: Sendable {
    var sink: String?
    var source: String?
    var application: String?
    var server: String?

    var target: PulseTarget? {
      if let sink { return .sink(sink) }
      if let source { return .source(source) }
      return application.map { .stream(application: $0) }
    }
  }

  private static func name(_ example: String) -> Shape<String> {
    // ALSA names of USB devices contain the product name and the serial number.
    .text(TextRule(mayBeEmpty: false, maximumLength: 300), example: example)
  }

  private static let stream = Shape.record(
    "a stream", empty: "",
    [
      Field(
        "application", .text(.name, example: "mpd"), into: \.self, required: true,
        example: "mpd", alsoCalled: ["name", "app", "binary", "process"],
        "The application's name or program, as `knobpanel devices` lists it while it plays.")
    ])
}
