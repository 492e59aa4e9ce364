internal import Gesture
internal import Layout

/// The open PIN pad: the fingers on its keys and the digits entered so far.
///
/// The case table is at `PanelController+PIN`.
struct PINPad {
  /// The action after a correct PIN, in addition to unlocking.
  enum Purpose {
    case unlock
    /// Completes the press of a button.
    case press(button: Int)
    case show(page: Int)
  }

  private struct Press {
    let contact: ContactID
    let key: Int
    /// Whether its finger is on the key.
    var isOn = true
  }

  let purpose: Purpose
  let layout: PINPadLayout
  private(set) var digits: [UInt8] = []
  private var presses: [Press] = []
  /// Whether the last PIN was wrong and no new one has been started.
  var isWrong = false

  init(for purpose: Purpose, on panel: PanelLayout) {
    self.purpose = purpose
    layout = PINPadLayout(panel)
  }

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
    return press.isOn ? PINPadLayout.keys[press.key] : nil
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
