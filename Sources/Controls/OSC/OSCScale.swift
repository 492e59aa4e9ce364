/// Converts between levels and the values on the wire.
///
/// | `type` | `values` | `law` | wire value at level 0.5 |
/// |---|---|---|---|
/// | float | [0, 1] | | 0.5 |
/// | int | [0, 127] | | 64 |
/// | float | the knob's decibels: [−90, 10] | x32 | about 0.188 (−40 dB) |
/// | int, wheel of 3 sectors | [0, 2] | | 1 |
/// | string, wheel of 3 sectors | | | the name of the second sector |
struct OSCScale: Hashable, Sendable {
  var form: OSCForm
  /// The numbers for the levels 0 and 1; with a law, in decibels.
  var range: WireRange
  var law: FaderLaw?
  /// The names of a wheel's sectors; empty if the knob has none.
  var names: [String]
  /// The index of the value among a message's arguments, from 1; nil for the only suitable one.
  var argument: Int?

  init(
    form: OSCForm = .float, range: WireRange = WireRange(lowest: 0, highest: 1),
    law: FaderLaw? = nil, names: [String] = []
  ) {
    (self.form, self.range, self.law, self.names) = (form, range, law, names)
  }

  /// Returns the wire number for a level 0…1; for texts, the index of a wheel's sector.
  func number(at level: Double) -> Double {
    guard let law else {
      // Echoes are compared with this number, so it must equal the value that arrives.
      return form == .float ? Double(Float(range.value(at: level))) : range.number(at: level)
    }
    let level = CoarseTarget.limited(level)
    let exact = law.position(ofDecibels: range.value(at: level)) / law.step
    let position = CoarseTarget.number(near: exact, for: level) {
      (law.decibels(at: $0 * law.step) - range.lowest) / (range.highest - range.lowest)
    }
    return position * law.step
  }

  /// Returns the level of a number that was sent or received.
  func level(of number: Double) -> Double {
    range.level(of: law?.decibels(at: number) ?? number)
  }

  /// The input range of a law: the fader's travel.
  private static let travel = WireRange(lowest: 0, highest: 1)

  /// How far rounding can push a number of `number(at:)` beyond an end.
  private var rounding: Double {
    form == .int ? max(abs(number(at: 0) - range.lowest), abs(number(at: 1) - range.highest)) : 0
  }

  /// Checks the range of a received number.
  private func read(_ number: Double) -> Reading {
    let range = law == nil ? self.range : Self.travel
    guard range.level(ofReported: number, rounding: law == nil ? rounding : 0) != nil else {
      return .outOfRange(why: "received \(range.excess(number))")
    }
    return .number(number)
  }

  /// The device treats numbers that differ by at most this as equal.
  var tolerance: Double {
    if let law { return law.step / 2 }
    return form == .float ? range.width * 1e-6 : 0.5
  }

  /// Returns the wire text for a number of `number(at:)`; empty if there is none.
  func text(for number: Double) -> String {
    let index = Int(exactly: number.rounded()) ?? -1
    return names.indices.contains(index) ? names[index] : ""
  }

  /// Reads the value from a message's arguments.
  func read(_ arguments: [OSCArgument]) -> Reading {
    switch OSCArgument.value(among: arguments, at: argument, form: form) {
    case .none: .nothing
    case .one(let argument): read(argument)
    // A label shows the first argument.
    case .unclear where !range.isLimited && argument == nil:
      arguments.first.map { read($0) } ?? .nothing
    case .unclear(let why): .unreadable(why: why)
    }
  }

  /// Reads an argument's value.
  private func read(_ argument: OSCArgument) -> Reading {
    switch argument {
    case .float(let number), .int(let number): return read(number)
    case .text(let text):
      if !range.isLimited { return .text(text) }
      let lowercased = text.lowercased()
      let index = names.firstIndex(of: text) ?? names.firstIndex { $0.lowercased() == lowercased }
      if let index { return .number(Double(index)) }
      let excerpt = StateReader.excerpt(Array(text.utf8))
      let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
      return .unreadable(
        why: names.isEmpty
          ? "the text \(excerpt) is not a number"
          : "the text \(excerpt) is not one of \(known)")
    case .other(let type):
      let excerpt = StateReader.excerpt(Array(String(type).utf8))
      return .unreadable(why: "the type \(excerpt) is not a number")
    }
  }

  enum Reading: Equatable {
    case number(Double)
    /// A text for a label.
    case text(String)
    /// The message has no argument.
    case nothing
    case unreadable(why: String)
    /// The number is out of range.
    case outOfRange(why: String)
  }
}
