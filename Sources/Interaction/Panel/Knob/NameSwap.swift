internal import Gesture

/// The alternation between a knob's name and its value in a shared location: the value is shown
/// while it changes and for a while afterwards, then the name fades in.
struct NameSwap {
  static let fadeMicroseconds: Int64 = 300_000

  /// How long the value stays visible; nil if value and name have separate locations.
  private let microseconds: Int64?
  /// When the value makes way for the name; nil if it does not.
  private(set) var valueShownUntil: Timestamp?
  private var fadeStart: Timestamp?
  /// Opacity of the name, 0…1.
  private var share = 1.0

  init(microseconds: Int64?) {
    self.microseconds = microseconds
  }

  var isFading: Bool { fadeStart != nil }

  /// Returns the opacity of the name, 0…1; the value has the rest.
  func nameShare(isHeld: Bool) -> Double {
    microseconds == nil || isHeld || valueShownUntil != nil ? 0 : share
  }

  mutating func showValue(at time: Timestamp) {
    guard let microseconds else { return }
    valueShownUntil = time.advanced(byMicroseconds: microseconds)
    fadeStart = nil
    share = 0
  }

  /// Begins to fade the name in once the value has been shown for long enough.
  mutating func tick(at time: Timestamp) {
    guard let until = valueShownUntil, until <= time else { return }
    valueShownUntil = nil
    fadeStart = until
  }

  mutating func advance(to time: Timestamp) {
    guard let fadeStart else { return }
    if let t = time.progress(since: fadeStart, ofMicroseconds: Self.fadeMicroseconds) {
      share = t * t * (3 - 2 * t)
    } else {
      share = 1
      self.fadeStart = nil
    }
  }

  /// Takes over the state from an earlier layout, so that a visible value stays for its full time.
  mutating func takeOver(_ old: NameSwap, at time: Timestamp) {
    guard microseconds != nil else { return }
    // A value that was always shown disappears as after a turn.
    guard old.microseconds != nil else { return showValue(at: time) }
    valueShownUntil = old.valueShownUntil
    fadeStart = old.fadeStart
    share = old.share
  }
}
