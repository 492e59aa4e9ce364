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

  init(
    form: OSCForm = .float, range: WireRange = WireRange(lowest: 0, highest: 1),
    law: FaderLaw? = nil, names: [String] = []
  ) {
    (self.form, self.range, self.law, self.names) = (form, range, law, names)
  }

  /// The number on the wire nearest to a level 0…1; the index of a wheel's sector if texts are sent.
  func number(at level: Double) -> Double {
    let value = range.value(at: level)
    if let law {
      return (law.position(ofDecibels: value) / law.step).rounded() * law.step
    }
    // What is compared with echoes has to be what arrives.
    return form == .float ? Double(Float(value)) : value.rounded()
  }

  /// The level of a number on the wire.
  func level(of number: Double) -> Double {
    range.level(of: law?.decibels(at: number) ?? number)
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

  /// The number that an argument stands for, or why there is none.
  func read(_ argument: OSCArgument) -> Reading {
    switch argument {
    case .number(let number): return .number(number)
    case .text(let text):
      let lowercased = text.lowercased()
      let index = names.firstIndex(of: text) ?? names.firstIndex { $0.lowercased() == lowercased }
      if let index { return .number(Double(index)) }
      let excerpt = StateReader.excerpt(Array(text.utf8))
      let known = names.map { "\"\($0)\"" }.joined(separator: ", ")
      return .unreadable(
        why: names.isEmpty
          ? "the text \(excerpt) came where a number belongs"
          : "the text \(excerpt) is none of \(known)")
    case .none: return .nothing
    case .other(let type):
      let excerpt = StateReader.excerpt(Array(String(type).utf8))
      return .unreadable(why: "the type \(excerpt) came, which is no number")
    }
  }

  enum Reading: Equatable {
    case number(Double)
    /// The message has no argument.
    case nothing
    case unreadable(why: String)
  }
}
