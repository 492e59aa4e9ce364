internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout
internal import LayoutFile

extension ControlKeys {
  /// `control: {command: …}`.
  static let command = ControlKeys(
    "command", CommandKeys.control, example: "{set: [amixer, set, Master, \"{value}%\"]}",
    "Programs that set and report a value.", sendsCodes: true)
}

/// The keys of command controls.
enum CommandKeys {
  static let control = Shape.record(
    "a command control", empty: CommandSettings(),
    programFields + ValueKeys.fields(\.value) + [
      Field(
        "timeout", .duration(NumberRule(range: 0.1...600), example: "5s"),
        into: \.timeoutMicroseconds,
        fallback: "5s", example: "2s", alsoCalled: ["limit", "patience"],
        "The time limit of `set` and `get`; a program that exceeds it is terminated."),
      Field(
        "mute", mute, intoOptional: \.mute,
        example: ["set": ["amixer", "set", "Master", "{muted}"]],
        "How to mute a target whose mute is separate from its level."),
    ],
    rules: [
      .atLeastOne(["set", "watch", "get"]) { subject, _ in
        Diagnostic(
          .error, "\(subject.name) has no program", at: subject.span,
          hint: "add `set: [amixer, set, Master, \"{value}%\"]`, or `watch:` for one that reports")
      }
    ],
    prepare: { control, _, _, context in
      ValueKeys.prepare(&control.value, context)
      guard let knob = context.knob else { return }
      control.use = knob.use
      control.initialLevel = knob.scale.level(ofValue: knob.value)
    },
    finish: { control, locations, _, context in
      ValueKeys.finish(&control.value, locations, context)
    })

  private static let programFields: [Field<CommandSettings>] = [
    Field(
      "set", .arguments(with: "{value}"), intoOptional: \.set,
      example: ["amixer", "set", "Master", "{value}%"],
      alsoCalled: ["run", "exec", "write", "command", "on_change"],
      "The program that sets a value, and its arguments; {value} stands for the number or the "
        + "sector's name. It is started for each value, and must end by itself."),
    Field(
      "watch", .arguments(with: nil), intoOptional: \.watch,
      example: ["/usr/local/bin/volume-watch"],
      alsoCalled: ["state", "subscribe", "monitor", "follow", "read"],
      "A program that runs as long as the panel and prints a line for each change: a number, the "
        + "name of a sector, muted, unmuted, unavailable or unknown."),
    Field(
      "get", .arguments(with: nil), intoOptional: \.get,
      example: ["/usr/local/bin/volume-get"], alsoCalled: ["poll", "ask", "query"],
      "A program that prints the value and ends; run at startup, and after a failed `set`."),
  ]

  private static let mute = Shape.record(
    "`mute`", empty: CommandSettings.Mute(),
    [
      Field(
        "set", .arguments(with: "{muted}"), into: \.set, required: true,
        example: ["amixer", "set", "Master", "{muted}"], alsoCalled: ["run", "exec", "command"],
        "The program that mutes and unmutes, and its arguments; {muted} stands for `muted` or "
          + "`unmuted`."),
      Field(
        "muted", .text(.name, example: "mute"), into: \.muted, fallback: "1", example: "mute",
        alsoCalled: ["on"], "The text for {muted} to mute."),
      Field(
        "unmuted", .text(.name, example: "unmute"), into: \.unmuted, fallback: "0",
        example: "unmute", alsoCalled: ["off"], "The text for {muted} to unmute."),
    ])
}

extension Shape where Value == [String] {
  /// A program and its arguments, never a line for a shell.
  ///
  /// - Parameter placeholder: The placeholder that an argument must contain; nil for none.
  /// - Returns: The shape of the list.
  static func arguments(with placeholder: String?) -> Shape {
    let example = "[amixer, set, Master, \"\(placeholder ?? "50")\"]"
    let list = Shape.list(
      "argument", count: 1...100,
      .text(TextRule(mayBeEmpty: true, maximumLength: 4000), example: "amixer"),
      expectation: "a program and its arguments as a list, such as \(example)")
    return list.refusingScalar { text, subject in
      Diagnostic(
        .error,
        "\(subject.name) expects a program and its arguments as a list, because no shell is used",
        at: text.span, hint: "write \(VisibleText.printable(ArgumentList.list(of: text.value)))")
    }.converted { arguments, subject, context in
      if arguments.first?.isEmpty ?? true {
        context.error("\(subject.name) begins with an empty program name", at: subject.span)
        return nil
      }
      if context.knob?.sendsCode == true, let placeholder,
        CommandTemplate(arguments, placeholder: placeholder).hasPlaceholder
      {
        context.error(
          "everyone on this machine can read arguments, so a code cannot be one", at: subject.span,
          hint: "remove \(placeholder): the program reads the code from its standard input")
        return nil
      }
      // A push button sends the same each time.
      guard let placeholder, context.knob?.use != .push else { return arguments }
      guard CommandTemplate(arguments, placeholder: placeholder).hasPlaceholder else {
        context.error(
          "\(subject.name) has no \(placeholder) in the arguments, so every run would do the same",
          at: subject.span, hint: "write \(placeholder) where it belongs, such as \(example)")
        return nil
      }
      return arguments
    }
  }
}
