internal import Layout

/// Buttons of which at most one is chosen: the one whose values were reached last, and still are.
///
/// | # | event | chosen |
/// |---|---|---|
/// | 23 | the panel starts | the first of which the knobs have all values, else none |
/// | 24 | a button acts | it, once the knobs have its values |
/// | 25 | a button acts while another one is chosen, a toggle | as 24; that one first goes back as if pressed again, and the controls get only the last values |
/// | 26 | the chosen one is a toggle, and acts again | none |
/// | 27 | a knob leaves the chosen one's values, by whatever means | none |
/// | 28 | the knobs reach the values of another one, by whatever means | that one; of several the first |
/// | 29 | another one is chosen than before | `unchosen` and `chosen` |
/// | 30 | another layout has the chosen one, with its choice | it, if the knobs have its values; else as 23 |
///
/// A knob that cannot be set does not count, as for any button. One that loses its control, and gets
/// it back, reaches its value anew.
final class ButtonChoice {
  private struct Member {
    unowned let button: ButtonController
    /// Index of the button in the layout.
    let index: Int
    /// Whether the knobs had its values when that was last asked.
    var isReached = false
  }

  /// As the layout calls it.
  let name: String
  private var members: [Member]
  /// For each knob of the panel, whether one of the buttons moves it.
  private let isWatched: [Bool]
  /// Place of the chosen one among the members.
  private var chosenPlace: Int?

  /// Index of the chosen button in the layout; nil for none.
  var chosen: Int? { chosenPlace.map { members[$0].index } }

  /// - Parameters:
  ///   - name: As the layout calls it.
  ///   - buttons: Those that belong to it, by their indices in the layout.
  ///   - knobCount: How many knobs the panel has.
  init(_ name: String, _ buttons: [(index: Int, button: ButtonController)], knobCount: Int) {
    self.name = name
    members = buttons.map { Member(button: $0.button, index: $0.index) }
    var isWatched = Array(repeating: false, count: knobCount)
    for (_, button) in buttons {
      for knob in button.action.knobs where isWatched.indices.contains(knob) {
        isWatched[knob] = true
      }
    }
    self.isWatched = isWatched
    for (_, button) in buttons { button.choice = self }
  }

  /// Whether one of its buttons moves this knob.
  func watches(knob index: Int) -> Bool { isWatched[index] }

  /// Rows 23 and 30: chooses from the values that the knobs have.
  ///
  /// - Parameter kept: Index in the layout of the button that was chosen before.
  func begin(keeping kept: Int? = nil) {
    for place in members.indices { members[place].isReached = members[place].button.isReached }
    let place = members.firstIndex { $0.index == kept && $0.isReached }
    choose(place ?? members.firstIndex { $0.isReached })
  }

  /// Rows 24 and 26 to 28: looks at the values after some have changed.
  ///
  /// - Parameter acted: The button that has changed them, if one has.
  func update(after acted: ButtonController? = nil) {
    var next = chosenPlace
    var reached: Int?
    for place in members.indices {
      let isReached = members[place].button.isReached
      if isReached, !members[place].isReached, reached == nil { reached = place }
      if isReached, members[place].button === acted { reached = place }
      members[place].isReached = isReached
    }
    if let place = next, !members[place].isReached { next = nil }
    choose(reached ?? next)
  }

  private func choose(_ place: Int?) {
    guard place != chosenPlace else { return }
    if let chosenPlace { members[chosenPlace].button.isChosen = false }
    if let place { members[place].button.isChosen = true }
    chosenPlace = place
  }
}
