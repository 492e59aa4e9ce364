internal import Diagnostics
internal import Knobs
internal import Layout

/// Checks the knobs that are limits of others: that they exist, agree in unit and range, and that no
/// knob is its own limit.
struct LimitCheck {
  private let knobs: [String: KnobEntry]
  /// Whether all knobs were readable, so that an unknown name is an error.
  private let isComplete: Bool
  /// The knobs of circles that were reported.
  private var circles: Set<String> = []

  static func check(_ placed: [KnobEntry], isComplete: Bool, _ context: ReadingContext) {
    var check = LimitCheck(
      knobs: Dictionary(placed.map { ($0.knob.id, $0) }, uniquingKeysWith: { first, _ in first }),
      isComplete: isComplete)
    for knob in placed {
      guard let name = knob.limitName else { continue }
      context.beginItem()
      check.check(knob, name, context)
    }
  }

  private mutating func check(_ knob: KnobEntry, _ name: Located<String>, _ context: ReadingContext)
  {
    let (own, shown) = (VisibleText.quoted(knob.knob.id), VisibleText.quoted(name.value))
    guard let limit = knobs[name.value] else {
      guard isComplete else { return }
      let others = knobs.keys.filter { $0 != knob.knob.id }.sorted()
      context.error(
        "there is no knob \(shown)", at: name.span,
        hint: Spelling.hint(for: name.value, among: others)
          ?? "the other knobs are: \(others.prefix(12).joined(separator: ", "))")
      return
    }
    let related = [Diagnostic.Related(span: limit.nameSpan, message: "that knob is here")]
    if circles.contains(knob.knob.id) { return }
    if let problem = problem(of: knob, limit) {
      context.error(
        problem.message, at: name.span, hint: problem.hint,
        related: name.value == knob.knob.id ? [] : related)
    } else if limit.knob.unit != knob.knob.unit {
      func unit(_ knob: KnobEntry) -> String {
        knob.knob.unit.isEmpty ? "no unit" : "the unit \(VisibleText.quoted(knob.knob.unit))"
      }
      context.error(
        "\(own) has \(unit(knob)), but its limit \(shown) has \(unit(limit))", at: name.span,
        hint: "give both the same `unit`", related: related)
    } else if !knob.knob.scale.range.contains(limit.knob.scale.range) {
      func range(_ knob: KnobEntry) -> String {
        let range = knob.knob.scale.range
        return
          "\(NumberText.shown(range.lowerBound)) to \(NumberText.shown(range.upperBound))"
      }
      context.error(
        "the range of \(shown), \(range(limit)), is not within that of \(own), \(range(knob))",
        at: name.span, hint: "give both the same `range`", related: related)
    }
  }

  /// Returns why one knob cannot be the limit of another; nil if it can.
  private mutating func problem(
    of knob: KnobEntry, _ limit: KnobEntry
  ) -> (message: String, hint: String)? {
    let (own, shown) = (VisibleText.quoted(knob.knob.id), VisibleText.quoted(limit.knob.id))
    if limit.knob.id == knob.knob.id {
      return ("knob \(own) is its own limit", "name another knob, or write a number")
    }
    if let reason = limit.knob.reasonAgainstLevels {
      return (
        "knob \(shown) \(reason), so it cannot be a limit",
        "name a knob without `endless` and `sectors`"
      )
    }
    // Follows the limits of the limit; each knob is visited once.
    var (seen, next) = (Set([knob.knob.id]), limit)
    while seen.insert(next.knob.id).inserted {
      guard let name = next.limitName?.value, let following = knobs[name] else { break }
      if following.knob.id == knob.knob.id {
        circles.formUnion(seen)
        return (
          "the limits of \(own) and \(shown) depend on each other",
          "remove the `limit` of one of them"
        )
      }
      next = following
    }
    if members(of: limit).contains(knob.knob.id) || members(of: knob).contains(limit.knob.id) {
      return (
        "\(own) and its limit \(shown) are a master and its member",
        "name a knob outside of the group"
      )
    }
    return nil
  }

  private func members(of knob: KnobEntry) -> [String] { knob.members?.map(\.value) ?? [] }
}

extension ClosedRange<Double> {
  fileprivate func contains(_ other: ClosedRange) -> Bool {
    contains(other.lowerBound) && contains(other.upperBound)
  }
}
