internal import Controls
internal import Diagnostics
internal import Layout
internal import Logging
internal import Panel

/// The sensor that reports whether somebody is there.
extension Application {
  /// The words of sensors, in lower case.
  private static let words: [String: Bool] = [
    "on": true, "true": true, "yes": true, "occupied": true, "detected": true, "present": true,
    "home": true, "motion": true, "open": true, "active": true,
    "off": false, "false": false, "no": false, "unoccupied": false, "clear": false, "absent": false,
    "not_home": false, "away": false, "still": false, "closed": false, "inactive": false,
    "none": false, "vacant": false,
  ]

  /// Follows the sensor.
  ///
  /// Without one that answers, nobody is there, so that the screen is not lit for ever.
  func follow(presence event: ControlEvent) {
    let isPresent: Bool
    switch event {
    case .level(let level): isPresent = level != 0
    case .text(let text):
      guard let known = Self.words[text.lowercased()] else { return refuse(presence: text) }
      isPresent = known
    case .unknown, .offline: isPresent = false
    case .muted, .follower, .unreadable: return
    }
    refusedPresence = nil
    screenSource = layout.source(of: .presence)
    screen.set(isPresent: isPresent)
  }

  /// Reports a word that says nothing about presence, once.
  private func refuse(presence text: String) {
    let text = String(text.prefix(40))
    guard refusedPresence != text else { return }
    refusedPresence = text
    log.warning(
      "presence: \(VisibleText.quoted(text)) says neither that somebody is there nor that nobody is"
    )
  }
}
