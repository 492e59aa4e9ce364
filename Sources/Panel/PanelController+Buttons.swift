internal import Gesture
internal import Knobs
internal import Layout

/// Fingers on buttons.
///
/// | # | the button | what comes | what happens |
/// |---|---|---|---|
/// | 1 | free | finger lands on it or close by | `pressed`; shown so; `momentary`: it acts |
/// | 2 | free, none of its knobs can be moved | finger lands | nothing |
/// | 3 | pressed | another finger lands | nothing |
/// | 4 | pressed | its finger slides off | shown free; `momentary`: nothing |
/// | 5 | pressed, slid off | its finger comes back | shown pressed |
/// | 6 | pressed | its finger lifts | `released`, it acts; `momentary`: it goes back |
/// | 7 | pressed, slid off | its finger lifts | `cancelled`; nothing |
/// | 8 | pressed | contact is cancelled | `cancelled`; nothing; `momentary`: it goes back |
///
/// | # | what it does | the press | the knobs |
/// |---|---|---|---|
/// | 9 | `mute` | some are above their lowest value | go there, `muted` |
/// | 10 | `mute`, `toggle` | all are muted | back to what they said before, else their default, `restored` |
/// | 11 | `mute`, `push` | all are muted | – |
/// | 12 | `reset` | any | go to their defaults, `reset` |
/// | 13 | `preset` | some are elsewhere | go to its values, `preset` |
/// | 14 | `preset`, `toggle` | all are there | back to what they said before, `restored` |
/// | 15 | `momentary` | lets go | back to what they said before, `restored` |
/// | 16 | any that goes back | somebody else decided meanwhile | that stays |
/// | 17 | any | a knob is locked, unknown or offline | the others go |
/// | 18 | `page` | any | none; the page comes into view |
/// | 19 | any | a finger holds a knob | it goes; the finger turns it on from there |
extension PanelController {
  /// The button that a finger at a point means: the one it is on, of two the one drawn last; or,
  /// away from any knob, the nearest close by.
  func button(under point: DesignPoint, isClose: Bool) -> Int? {
    var nearest: Int?
    var least = Double.infinity
    var place = 0
    while place < buttons.count {
      let button = buttons[place]
      let distance = pages.isAtHand(button.page) ? button.distance(of: point) : .infinity
      if distance <= least, distance <= (isClose ? buttons[place].landingDistance : 0) {
        least = distance
        nearest = place
      }
      place += 1
    }
    return nearest
  }

  func press(_ place: Int, by contact: ContactID) {
    guard buttons[place].owner == nil, canAct(place) else { return }
    buttons[place].press(contact)
    note(.pressed, button: place) {
      if buttons[place].kind == .momentary { act(place) }
    }
  }

  func button(ownedBy contact: ContactID) -> Int? {
    var place = 0
    while place < buttons.count {
      if buttons[place].owner == contact { return place }
      place += 1
    }
    return nil
  }

  func slide(on place: Int, to point: DesignPoint) {
    if buttons[place].move(to: point) { showButton(place) }
  }

  /// Its finger lifts, or is lost.
  func release(button place: Int, isCancelled: Bool) {
    let acts = buttons[place].release() && !isCancelled
    note(acts ? .released : .cancelled, button: place) {
      if buttons[place].kind == .momentary { goBack(place) } else if acts { act(place) }
    }
  }

  /// Notes what happens to a button, before what comes of it.
  private func note(_ kind: ButtonEvent.Kind, button place: Int, _ body: () -> Void) {
    // A tab is no button of the layout: only the page that it shows is told.
    guard layout.buttons.indices.contains(place) else {
      body()
      return showButton(place)
    }
    let told = events.count
    events.append(.button(ButtonEvent(time: now, button: place, kind: kind, isOn: false)))
    body()
    events[told] = .button(ButtonEvent(time: now, button: place, kind: kind, isOn: isOn(place)))
    showButton(place)
  }

  func showButton(_ place: Int) {
    viewChanges.mark(button: place)
  }

  /// What is seen of a button now.
  public func viewState(ofButton place: Int) -> ButtonViewState {
    ButtonViewState(
      isPressed: buttons[place].isPressed, isOn: isOn(place), isEnabled: canAct(place))
  }

  /// True while a finger is on a tab.
  public func isPressed(tab index: Int) -> Bool {
    buttons[layout.buttons.count + index].isPressed
  }
}

// MARK: What they do

extension PanelController {
  /// False while none of its knobs can be moved.
  private func canAct(_ place: Int) -> Bool {
    if case .page = buttons[place].action { return true }
    return first(of: place) { _, _ in true } != nil
  }

  /// True if what it does is the case, whoever did it.
  private func isOn(_ place: Int) -> Bool {
    switch buttons[place].action {
    case .reset: return false
    case .page(let target): return target == .index(pages.shown)
    case .mute, .preset: break
    }
    return canAct(place) && first(of: place) { !isThere($0, $1) } == nil
  }

  /// True if a knob is where the button sends it.
  private func isThere(_ index: Int, _ value: Double?) -> Bool {
    guard let value else { return knobs[index].isMuted }
    return knobs[index].isSame(knobs[index].knob.value, value)
  }

  private func act(_ place: Int) {
    let kind = buttons[place].kind
    switch buttons[place].action {
    case .mute:
      if kind == .toggle, isOn(place) { return unmute(place) }
      each(of: place) { index, _, entry in
        guard !knobs[index].isMuted else { return }
        let way = mute(index, as: .muted)
        if kind == .momentary { buttons[place].waysBack[entry] = way }
      }
    case .reset:
      each(of: place) { index, value, _ in
        if let value { go(index, to: value, as: .reset) }
      }
    case .page(let target): go(to: target)
    case .preset:
      if kind == .toggle, isOn(place) { return goBack(place) }
      each(of: place) { index, value, entry in
        guard let value, !isThere(index, value) else { return }
        let way = go(index, to: value, as: .preset)
        if kind != .push { buttons[place].waysBack[entry] = way }
      }
    }
  }

  /// Lets its knobs go back where somebody's mute took them from.
  private func unmute(_ place: Int) {
    // A knob that was at its lowest value before the others came there stays.
    let isKnown = first(of: place) { index, _ in knobs[index].wayFromMute != nil } != nil
    each(of: place) { index, _, _ in
      if knobs[index].wayFromMute != nil || !isKnown { unmute(index, as: .restored) }
    }
  }

  /// Lets its knobs go back where the button took them from, unless somebody decided otherwise.
  private func goBack(_ place: Int) {
    each(of: place) { index, _, entry in
      guard let way = buttons[place].waysBack[entry], knobs[index].isOpen(way) else { return }
      go(index, back: way, as: .restored)
    }
    var entry = 0
    while entry < buttons[place].waysBack.count {
      buttons[place].waysBack[entry] = nil
      entry += 1
    }
  }

  /// Calls `body` with those of its knobs that can be moved, where it sends them (nil for their
  /// lowest value), and their places in its list.
  private func each(of place: Int, _ body: (Int, Double?, Int) -> Void) {
    var entry = 0
    while entry < buttons[place].waysBack.count {
      let (index, value) = target(entry, of: place)
      if knobs[index].canBeSent { body(index, value, entry) }
      entry += 1
    }
  }

  /// The first of its knobs that can be moved and answers.
  private func first(of place: Int, where answers: (Int, Double?) -> Bool) -> Int? {
    var entry = 0
    while entry < buttons[place].waysBack.count {
      let (index, value) = target(entry, of: place)
      if knobs[index].canBeSent, answers(index, value) { return index }
      entry += 1
    }
    return nil
  }

  private func target(_ entry: Int, of place: Int) -> (knob: Int, value: Double?) {
    switch buttons[place].action {
    case .mute(let list): (list[entry], nil)
    case .reset(let list): (list[entry], knobs[list[entry]].defaultValue)
    case .preset(let targets): (targets[entry].knob, targets[entry].value)
    case .page: preconditionFailure("a button that shows a page has no knobs")
    }
  }
}
