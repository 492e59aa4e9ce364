internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout
internal import LayoutFile

extension ControlKeys {
  /// `control: {midi: …}`.
  static let midi = ControlKeys(
    "midi", MIDIKeys.control, example: "{port: nanoKONTROL2, controller: 7}",
    "A controller of a MIDI device.")
}

/// The keys of MIDI controls.
enum MIDIKeys {
  /// The keys as written, before they are resolved against each other.
  private struct Entry: Sendable {
    var settings = MIDISettings()
    var controller = 0
    var parameter: Int?
    var bits: Int?
  }

  static let control = Shape<Entry>.record(
    "a MIDI control", empty: Entry(), fields,
    rules: [
      .alternatives(["controller", "nrpn"]) { first, other, _ in
        Diagnostic(
          .error, "`\(first.key)` and `\(other.key)` exclude each other", at: other.keySpan,
          hint: "remove one of the two")
      }
    ],
    finish: { entry, locations, subject, context in
      resolve(&entry, locations, subject, context)
    }
  ).converted { entry, _, _ in entry.settings }

  private static func resolve(
    _ entry: inout Entry, _ locations: KeyLocations, _ subject: Subject, _ context: ReadingContext
  ) {
    if let parameter = entry.parameter {
      entry.settings.parameter = .nonRegistered(
        UInt16(clamping: parameter), bits: entry.bits ?? 14)
    } else if entry.bits == 14 {
      if entry.controller > 31 {
        context.error(
          "controller \(entry.controller) has no lower half, so it has only 7 bits",
          at: locations["controller"]?.span ?? subject.span,
          hint: "controllers of 14 bits are 0 to 31; remove `bits`, or choose one of them")
      } else {
        entry.settings.parameter = .pair(UInt8(clamping: entry.controller))
      }
    } else {
      entry.settings.parameter = .controller(UInt8(clamping: entry.controller))
    }
    let highest = Double(entry.settings.parameter.highest)
    let knob = context.knob
    if locations["values"] == nil {
      // A wheel of sectors sends sector numbers.
      let isWheel = knob?.names != nil && knob?.use.isOnOff == false
      entry.settings.range.highest = isWheel ? knob?.scale.range.upperBound ?? highest : highest
      if let knob, knob.use == .readOut {
        // A label shows the number as received.
        entry.settings.range = WireRange(of: knob)
      }
    } else if max(entry.settings.range.lowest, entry.settings.range.highest) > highest {
      context.error(
        "the value "
          + "\(NumberText.shown(max(entry.settings.range.lowest, entry.settings.range.highest))) "
          + "is out of range", at: locations["values"]?.span ?? subject.span,
        hint: "values are 0 to \(NumberText.shown(highest)) here")
    }
    entry.settings.use = knob?.use ?? .knob
    entry.settings.initialLevel = knob.map { $0.scale.level(ofValue: $0.value) } ?? 0
  }

  private static let fields: [Field<Entry>] = [
    Field(
      "port", .text(.name, example: "nanoKONTROL2"), into: \.settings.port, required: true,
      example: "nanoKONTROL2", alsoCalled: ["device", "client", "name"],
      "The name of the port or the device, or a part of it, or its address such as 20:0; "
        + "`knobpanel devices` prints them."),
    Field(
      "channel", .whole(1...16, example: 1), into: \.settings.channel, fallback: 1, example: 1,
      "The MIDI channel, 1 to 16."),
    Field(
      "controller", .whole(0...127, example: 7), into: \.controller, required: true,
      unless: ["nrpn"], example: 7, alsoCalled: ["cc", "control", "number"],
      "The number of the controller, 0 to 127; 7 is the volume of a channel."),
    Field(
      "nrpn", .whole(0...16_383, example: 300), intoOptional: \.parameter, example: 300,
      alsoCalled: ["parameter"],
      "Instead of `controller`: the number of a non-registered parameter."),
    Field(
      "bits", .whole(among: [7, 14]), intoOptional: \.bits, example: 14, alsoCalled: ["resolution"],
      "7 or 14; by default 7 for a controller, and 14 for `nrpn`. With 14, the controllers n and "
        + "n + 32 form one value."),
    Field(
      "values",
      .ends(
        Shape<Int>.whole(0...16_383, example: 0).converted { number, _, _ in Double(number) },
        example: "[0, 127]"), into: \.settings.range,
      example: [0, 127], alsoCalled: ["range", "min", "max"],
      "The numbers for the knob's lowest and highest value; by default the parameter's whole "
        + "range, and for a wheel of sectors the sector numbers from 0."),
  ]
}
