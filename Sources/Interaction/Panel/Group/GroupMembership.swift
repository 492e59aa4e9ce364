/// The role of a knob in its group.
struct GroupMembership {
  enum Role: Equatable {
    case master
    case member(index: Int)
  }

  unowned let group: KnobGroup
  let role: Role

  var masteredGroup: KnobGroup? { role == .master ? group : nil }

  /// Whether it is a member that the finger on its master is moving.
  var isMovedByHand: Bool {
    if case .member(let index) = role { group.moves(memberAt: index) } else { false }
  }

  func settle(isQuiet: Bool) {
    switch role {
    case .master: group.settleMaster(isQuiet: isQuiet)
    case .member(let index): group.settleMember(index, isQuiet: isQuiet)
    }
  }
}
