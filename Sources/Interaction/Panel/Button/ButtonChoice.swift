internal import Layout

/// Buttons of which at most one is chosen: the last whose values the knobs reached and still have.
///
/// | # | event | chosen |
/// |---|---|---|
/// | 23 | the panel starts | the first button whose values the knobs all have; none if there is no such button |
/// | 24 | a button acts | that button, once the knobs have its values |
/// | 25 | a button acts while another button, a toggle, is chosen | as 24; the toggle is undone first, as if pressed again, and the controls receive only the final values |
/// | 25a | a button acts while steps of another button wait | as 24; the steps that wait are dropped |
/// | 26 | the chosen button is a toggle and acts again | none |
/// | 27 | a knob leaves the chosen button's values, for any reason | none |
/// | 28 | the knobs reach another button's values, for any reason | that button; the first if several match |
/// | 28a | steps of a button wait | that button |
/// | 28b | a button acts that sets nothing which can be read | that button, until another one of rows 24 to 28 |
/// | 29 | the choice changes | `unchosen` and `chosen` |
/// | 30 | another layout has the chosen button in the same choice | that button, if the knobs have its values; otherwise as 23 |
///
/// Knobs that cannot be set are ignored, as for any button. A knob whose control is lost and comes
/// back reaches its value again.
final class ButtonChoice {
  private struct Member {
    unowned let button: ButtonController
    /// Index of the button in the layout.
    let index: Int
    /// Whether the knobs had its values at the last check.
    var isReached = false
  }

  /// The name in the layout.
  let name: String
  private var members: [Member]
  /// For each knob of the panel, whether one of the buttons moves it.
  private let isWatched: [Bool]
  /// Index of the chosen button in `members`.
  private var chosenMember: Int?

  /// Index of the chosen button in the layout; nil if none is chosen.
  var chosen: Int? { chosenMember.map { members[$0].index } }

  /// - Parameters:
  ///   - name: The name in the layout.
  ///   - buttons: The buttons of the choice, with their indices in the layout.
  ///   - knobCount: The number of knobs on the panel.
  init(_ name: String, _ buttons: [(index: Int, button: ButtonController)], knobCount: Int) {
    self.name = name
    members = buttons.map { Member(button: $0.button, index: $0.index) }
    var isWatched = Array(repeating: false, count: knobCount)
    for (_, button) in buttons {
      for knob in button.layout.knobs where isWatched.indices.contains(knob) {
        isWatched[knob] = true
      }
    }
    self.isWatched = isWatched
    for (_, button) in buttons { button.choice = self }
  }

  /// Calls `body` with each button, without allocating.
  func forEachButton(_ body: (ButtonController) -> Void) {
    for member in members { body(member.button) }
  }

  /// Returns whether one of the buttons moves this knob.
  func watches(knob index: Int) -> Bool { isWatched[index] }

  /// Rows 23 and 30: chooses a button from the current knob values.
  ///
  /// - Parameter kept: Index in the layout of the previously chosen button.
  func begin(keeping kept: Int? = nil) {
    for index in members.indices { members[index].isReached = members[index].button.isReached }
    let index = members.firstIndex { $0.index == kept && $0.isReached }
    choose(index ?? members.firstIndex { $0.isReached })
  }

  /// Rows 24 and 26 to 28: updates the choice after values have changed.
  ///
  /// - Parameter acted: The button that changed the values; nil if none did.
  func update(after acted: ButtonController? = nil) {
    var next = chosenMember
    var reached: Int?
    for index in members.indices {
      let isReached = members[index].button.isReached
      if isReached, !members[index].isReached, reached == nil { reached = index }
      if isReached, members[index].button === acted { reached = index }
      members[index].isReached = isReached
    }
    if let index = next, !members[index].isReached { next = nil }
    choose(members.firstIndex { $0.button.rest != nil } ?? reached ?? next)
  }

  private func choose(_ index: Int?) {
    guard index != chosenMember else { return }
    if let chosenMember {
      members[chosenMember].button.isChosen = false
      members[chosenMember].button.isInEffect = false
      members[chosenMember].isReached = members[chosenMember].button.isReached
    }
    if let index { members[index].button.isChosen = true }
    chosenMember = index
  }
}
