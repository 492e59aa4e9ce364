internal import Gesture
internal import Layout

/// The PIN pad while it is open: the fingers on its keys, and the digits so far.
///
/// The rows are at `PanelController+PIN`.
struct PINPad {
  /// What is done once the PIN is right, beside unlocking.
  enum Purpose {
    case unlock
    /// Carries out the press of a button.
    case press(button: Int)
    case show(page: Int)
  }

  private struct Press {
    let contact: ContactID
    let key: Int
    /// False while its finger is beside the key.
    var isOn = true
  }

  let purpose: Purpose
  let layout: PINPadLayout
  private(set) var digits: [UInt8] = []
  private var presses: [Press] = []
  /// Whether the last PIN was wrong and no other was begun.
  var isWrong = false

  init(for purpose: Purpose, on panel: PanelLayout) {
    self.purpose = purpose
    layout = PINPadLayout(panel)
  }

  /// Whether a finger is on a key, by its index in `PINPadLayout.keys`.
  func isPressed(_ key: Int) -> Bool { presses.contains { $0.key == key && $0.isOn } }

  mutating func down(_ contact: ContactID, at point: DesignPoint) {
    cancelled(contact)
    if let key = layout.key(at: point) { presses.append(Press(contact: contact, key: key)) }
  }

  mutating func moved(_ contact: ContactID, to point: DesignPoint) {
    guard let index = presses.firstIndex(where: { $0.contact == contact }) else { return }
    presses[index].isOn = layout.key(at: point) == presses[index].key
  }

  /// The key on which the finger lifts; nil beside it.
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
