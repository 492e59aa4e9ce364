internal import Layout
internal import Diagnostics
internal import Knobs

/// Checks that each knob of a group is either a master or a member, and a member of one group only.
struct GroupCheck {
  private let knobs: [String: KnobEntry]
  /// Whether all knobs were readable, so that an unknown name is an error.
  private let isComplete: Bool
  /// Where each knob is first named as a member.
  private var memberships: [String: SourceSpan] = [:]

  static func check(
    _ placed: [KnobEntry], isComplete: Bool, _ context: ReadingContext
  ) {
    var check = GroupCheck(
      knobs: Dictionary(placed.map { ($0.knob.id, $0) }, uniquingKeysWith: { first, _ in first }),
      isComplete: isComplete)
    for master in placed {
      if let members = master.members { check.check(members, of: master, context) }
    }
  }

  private mutating func check(
    _ members: [Located<String>], of master: KnobEntry, _ context: ReadingContext
  ) {
    if let reason = master.knob.reasonAgainstLevels {
      context.error(
        "knob \(VisibleText.quoted(master.knob.id)) \(reason), so it cannot be a master",
        at: master.controlSpan ?? master.centerSpan,
        hint: "remove its `endless` or `sectors`, or the group")
    }
    for member in members {
      check(member, of: master.knob.id, context)
      memberships[member.value] = memberships[member.value] ?? member.span
    }
  }

  private func hint(for member: String, of master: String) -> String {
    let others = knobs.keys.filter { $0 != master }.sorted()
    return Spelling.hint(for: member, among: others)
      ?? "the other knobs are: \(others.joined(separator: ", "))"
  }

  private func check(
    _ member: Located<String>, of master: String, _ context: ReadingContext
  ) {
    let name = VisibleText.quoted(member.value)
    guard let knob = knobs[member.value] else {
      guard isComplete else { return }
      context.error(
        "there is no knob \(name)", at: member.span,
        hint: hint(for: member.value, of: master))
      return
    }
    if member.value == master {
      context.error(
        "knob \(name) is a member of itself", at: member.span, hint: "remove it from the list")
    } else if let first = memberships[member.value] {
      context.error(
        "knob \(name) is already a member", at: member.span,
        hint: "a knob follows one master; remove it from one of the lists",
        related: [.init(span: first, message: "the first is here")])
    } else if let own = knob.members {
      let isCycle = own.contains { $0.value == master }
      if isCycle, memberships[master] != nil { return }
      context.error(
        isCycle
          ? "knobs \(VisibleText.quoted(master)) and \(name) are members of each other"
          : "knob \(name) is a master itself", at: member.span,
        hint: isCycle
          ? "remove one of them from the other's group"
          : "groups cannot be nested; write the members of \(name) instead",
        related: (knob.controlSpan.map { [.init(span: $0, message: "its group is here")] } ?? []))
    } else if let reason = knob.knob.reasonAgainstLevels {
      context.error(
        "knob \(name) \(reason), so no master can turn it", at: member.span,
        hint: "remove it from the list, or its `endless` or `sectors`")
    }
  }
}

extension KnobLayout {
  /// Why its values do not range from a lowest to a highest number, for messages; nil if they do.
  var reasonAgainstLevels: String? {
    if case .arc = travel { sectors == nil ? nil : "has sectors" } else { "has no ends" }
  }
}
