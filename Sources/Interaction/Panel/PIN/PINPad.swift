internal import Gesture
internal import Layout

/// The open PIN pad or keypad: the fingers on its keys and the digits entered so far.
///
/// The case table is at `PanelController+PIN`.
struct PINPad {
  /// The action after a correct PIN, in addition to unlocking.
  enum Purpose {
    case unlock
    /// Completes the press of a button.
    case press(button: Int)
    case show(page: Int)
    /// Sends the code to the target of a step of a button; there is no PIN.
    case code(button: Int, step: Int)
  }

  private struct Press {
    let contact: ContactID
    let key: Int
    /// Whether its finger is on the key.
    var isOn = true
  }

  let purpose: Purpose
  let layout: PINPadLayout
  /// The numbers of digits that it takes; several need a key that confirms them.
  let lengths: ClosedRange<Int>
  private(set) var digits: [UInt8] = []
  private var presses: [Press] = []
  /// Whether the last PIN was wrong and no new one has been started.
  var isWrong = false

  init(for purpose: Purpose, _ lengths: ClosedRange<Int>, on panel: PanelLayout) {
    (self.purpose, self.lengths) = (purpose, lengths)
    layout = PINPadLayout(panel)
  }

  /// Whether a code is entered, and not the PIN.
  var takesCode: Bool { if case .code = purpose { true } else { false } }
  /// Whether there is a key that ends the code.
  var confirms: Bool { lengths.count > 1 }

  /// Returns whether a finger is on a key, given by its index in `PINPadLayout.keys`.
  func isPressed(_ key: Int) -> Bool { presses.contains { $0.key == key && $0.isOn } }

  mutating func down(_ contact: ContactID, at point: DesignPoint) {
    cancelled(contact)
    if let key = layout.key(at: point) { presses.append(Press(contact: contact, key: key)) }
  }

  mutating func moved(_ contact: ContactID, to point: DesignPoint) {
    guard let index = presses.firstIndex(where: { $0.contact == contact }) else { return }
    presses[index].isOn = layout.key(at: point) == presses[index].key
  }

  /// Returns the key on which the finger lifts; nil if it lifts elsewhere.
  mutating func up(_ contact: ContactID) -> PINPadLayout.Key? {
    guard let index = presses.firstIndex(where: { $0.contact == contact }) else { return nil }
    let press = presses.remove(at: index)
    guard press.isOn else { return nil }
    return PINPadLayout.key(press.key, confirms: confirms, isEmpty: digits.isEmpty)
  }

  mutating func cancelled(_ contact: ContactID) {
    presses.removeAll { $0.contact == contact }
  }

  mutating func add(_ digit: UInt8) {
    isWrong = false
    digits.append(digit)
  }

  mutating func erase() {
    isWrong = false
    if !digits.isEmpty { digits.removeLast() }
  }

  mutating func clear() { digits.removeAll() }
}
