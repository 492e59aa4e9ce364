internal import Diagnostics
internal import JSON
internal import Layout
internal import LayoutFile

extension ControlKeys {
  /// `control: {mpd: …}`.
  static let mpd = ControlKeys(
    "mpd", MPDKeys.control, example: "{host: 10.0.0.2}",
    "The volume of a Music Player Daemon; for labels also its song, for buttons its player.")
}

/// The keys of MPD controls.
enum MPDKeys {
  static let control = Shape.record(
    "an MPD control", empty: MPDSettings(),
    [
      Field(
        "host", .host, into: \.server.host, required: true, example: "10.0.0.2",
        alsoCalled: ["address", "server", "url"], "The server's name or address."),
      Field(
        "port", .port(example: 6600), into: \.server.port, fallback: 6600, example: 6600,
        "Its TCP port (`port` in mpd.conf)."),
      Field(
        "password", .password(of: "mpd"), intoOptional: \.server.password,
        example: ["file": "/etc/knobpanel/mpd"], alsoCalled: ["pass", "secret"],
        "Where the password is stored, if the server has one."),
      Field(
        "tag", .choice(of: MPDSettings.Tag.self, synonyms: ["song": "title", "track": "title"]),
        intoOptional: \.tag, example: "title", alsoCalled: ["text", "show"],
        "For labels, text instead of the volume: the `title` or the `artist` of the song, the "
          + "`state` of the player (play, pause or stop), or the `name` of the station."),
      Field(
        "command", .choice(of: MPDSettings.Command.self, synonyms: ["prev": "previous"]),
        intoOptional: \.command, example: "toggle", alsoCalled: ["action", "press"],
        "For buttons: what a press does. `toggle` plays or pauses; with `play` and `toggle`, a "
          + "button of `kind: toggle` is lit while the server plays."),
    ],
    rules: [
      .alternatives(["tag", "command"]) { _, second, _ in
        Diagnostic(
          .error, "`tag` and `command` exclude each other", at: second.keySpan,
          hint: "write `tag` for a label, `command` for a button")
      }
    ],
    finish: { control, locations, subject, context in
      guard let use = context.knob?.use else { return }
      control.use = use
      let span = (locations["command"] ?? locations["tag"])?.span ?? subject.span
      if use.isOnOff, locations["command"] == nil {
        context.error("a button needs a `command`", at: span, hint: "add `command: toggle`")
      } else if use == .knob, control.tag != nil {
        context.warning("a knob cannot show text; `tag` is for labels", at: span)
      } else if let command = control.command, ![.play, .toggle].contains(command), use != .push {
        context.error(
          "this `command` is for a button of `kind: push`", at: span,
          hint: use == .toggle ? "write `command: toggle`" : "leave it out for the volume")
      }
    })
}
