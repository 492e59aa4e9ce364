internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout
internal import LayoutFile

/// The keys for the text format of values, shared by several back ends.
enum ValueKeys {
  /// Returns the keys for a record whose `ValueText` is at `slot`; without `decimals` for a target
  /// that has steps of its own.
  static func fields<Record>(
    _ slot: any WritableKeyPath<Record, ValueText> & Sendable, hasDecimals: Bool = true
  ) -> [Field<Record>] {
    let decimals = [decimals(slot)]
    return [values(slot)] + (hasDecimals ? decimals : []) + [payloads(slot)]
  }

  private static func values<Record>(
    _ slot: any WritableKeyPath<Record, ValueText> & Sendable
  ) -> Field<Record> {
    Field(
      "values",
      .ends(example: "[0, 255]"), example: [0, 255],
      alsoCalled: ["range", "scale", "min", "max", "payload_range"],
      "The numbers for the knob's lowest and highest value; those of its `range` if left out."
    ) { range, record, _ in
      record[keyPath: slot].range.adopt(range)
      // Numbers replace the names of a wheel's sectors.
      record[keyPath: slot].words = []
    }
  }

  private static func decimals<Record>(
    _ slot: any WritableKeyPath<Record, ValueText> & Sendable
  ) -> Field<Record> {
    Field(
      "decimals", .whole(among: 0...6), example: 1, alsoCalled: ["digits", "payload_decimals"],
      "Digits after the decimal point; by default, as many as the knob's step or the width of "
        + "the range requires."
    ) { decimals, record, _ in record[keyPath: slot].decimals = decimals }
  }

  private static func payloads<Record>(
    _ slot: any WritableKeyPath<Record, ValueText> & Sendable
  ) -> Field<Record> {
    Field(
      "payloads",
      Shape<[String]>.list(
        "word", count: 1...100, .text(.name, example: "tuner"),
        expectation: "a word for each sector, such as [tuner, cd, hdmi1]"
      ).located,
      example: ["tuner", "cd"], alsoCalled: ["words", "names", "options"],
      "The words for the sectors of a wheel, in order; their names if left out."
    ) { words, record, context in
      let isOnOff = context.knob?.use.isOnOff == true
      guard let names = isOnOff ? ["off", "on"] : context.knob?.names else {
        return context.error(
          "`payloads` requires a wheel of sectors", at: words.span,
          hint: "add `sectors:` to the knob, or use `values` for numbers")
      }
      record[keyPath: slot].words = words.value
      if words.value.count != names.count {
        context.error(
          "there are \(words.value.count) words for \(names.count) sectors", at: words.span,
          hint: "write one for each: \(names.joined(separator: ", "))")
      } else if Set(words.value).count != words.value.count {
        context.error(
          "two sectors have the same word, so reading it would be ambiguous", at: words.span,
          hint: "write a different word for each sector")
      }
    }.read(in: .last)
  }

  /// Sets the defaults from the knob, before the keys are read.
  static func prepare(_ value: inout ValueText, _ context: ReadingContext) {
    guard let knob = context.knob else { return }
    value.range = WireRange(of: knob)
    if knob.use.isOnOff {
      (value.words, value.names) = (["0", "1"], ["off", "on"])
    } else {
      value.names = knob.names ?? []
      value.words = value.names
    }
  }

  /// Resolves what depends on several keys; `locations` is nil if there are no keys.
  static func finish(
    _ value: inout ValueText, _ locations: KeyLocations?, _ context: ReadingContext
  ) {
    guard locations?["decimals"] == nil else { return }
    // A custom range is unrelated to the knob's steps.
    let step = locations?["values"] == nil ? context.knob?.scale.step ?? 0 : 0
    value.decimals = MQTTKeys.decimals(width: value.range.width, step: step)
  }
}
