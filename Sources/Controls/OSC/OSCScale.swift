/// Converts levels into what stands on the wire, and back.
///
/// | `type` | `values` | `law` | level 0.5 is |
/// |---|---|---|---|
/// | float | [0, 1] | | 0.5 |
/// | int | [0, 127] | | 64 |
/// | float | dB of the knob: [−90, 10] | x32 | 0.375 (−40 dB… as the law says) |
/// | int, a wheel of 3 sectors | [0, 2] | | 1 |
/// | string, a wheel of 3 sectors | | | the name of the second |
struct OSCScale: Hashable, Sendable {
  var form: OSCForm
  /// The numbers for the levels 0 and 1; with a law, decibels.
  var range: WireRange
  var law: FaderLaw?
  /// The names of a wheel's sectors; empty for a knob of numbers.
  var names: [String]
  /// Which argument of a message is the value, from 1; nil for the only one that can be.
  var argument: Int?

  init(
    form: OSCForm = .float, range: WireRange = WireRange(lowest: 0, highest: 1),
    law: FaderLaw? = nil, names: [String] = []
  ) {
    (self.form, self.range, self.law, self.names) = (form, range, law, names)
  }

  /// The number on the wire for a level 0…1; the index of a wheel's sector if texts are sent.
  func number(at level: Double) -> Double {
    guard let law else {
      // What is compared with echoes has to be what arrives.
      return form == .float ? Double(Float(range.value(at: level))) : range.number(at: level)
    }
    let level = CoarseTarget.limited(level)
    let exact = law.position(ofDecibels: range.value(at: level)) / law.step
    let position = CoarseTarget.number(near: exact, for: level) {
      (law.decibels(at: $0 * law.step) - range.lowest) / (range.highest - range.lowest)
    }
    return position * law.step
  }

  /// The level of a number of our own, or of one that was read.
  func level(of number: Double) -> Double {
    range.level(of: law?.decibels(at: number) ?? number)
  }

  /// What a law takes: the way of a fader.
  private static let travel = WireRange(lowest: 0, highest: 1)

  /// How far our own numbers can be beyond an end, because they are rounded.
  private var rounding: Double {
    form == .int ? max(abs(number(at: 0) - range.lowest), abs(number(at: 1) - range.highest)) : 0
  }

  /// A number that came, or why it is nonsense.
  private func read(_ number: Double) -> Reading {
    let range = law == nil ? self.range : Self.travel
    guard range.level(ofReported: number, rounding: law == nil ? rounding : 0) != nil else {
      return .outOfRange(why: "it says \(range.excess(number))")
    }
    return .number(number)
  }

  /// Numbers whose difference is at most this are equal to the device.
  var tolerance: Double {
    if let law { return law.step / 2 }
    return form == .float ? range.width * 1e-6 : 0.5
  }

  /// The text on the wire for a number of `number(at:)`; empty if there is none.
  func text(for number: Double) -> String {
    let index = Int(exactly: number.rounded()) ?? -1
    return names.indices.contains(index) ? names[index] : ""
  }

  /// The number that a message stands for, or why there is none.
  func read(_ arguments: [OSCArgument]) -> Reading {
    switch OSCArgument.value(among: arguments, at: argument, form: form) {
    case .none: .nothing
    case .one(let argument): read(argument)
    // A label shows what is there.
    case .unclear where !range.isLimited && argument == nil:
      arguments.first.map { read($0) } ?? .nothing
    case .unclear(let why): .unreadable(why: why)
    }
  }

  /// The number that an argument stands for, or why there is none.
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
          ? "the text \(excerpt) came where a number belongs"
          : "the text \(excerpt) is none of \(known)")
    case .other(let type):
      let excerpt = StateReader.excerpt(Array(String(type).utf8))
      return .unreadable(why: "the type \(excerpt) came, which is no number")
    }
  }

  enum Reading: Equatable {
    case number(Double)
    /// What is no number, for a label.
    case text(String)
    /// The message has no argument.
    case nothing
    case unreadable(why: String)
    /// Its number is none of the range.
    case outOfRange(why: String)
  }
}
