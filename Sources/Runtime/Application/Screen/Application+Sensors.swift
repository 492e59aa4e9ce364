internal import Controls
internal import Diagnostics
internal import Layout
internal import Logging
internal import Panel

/// The sensors of the panel: whether somebody is there, and how bright it is.
extension Application {
  /// Follows the sensors of the current layout; a new one has not reported yet.
  func followSensors(replacing old: PanelControls?) {
    screen.follow(layout.light?.curve)
    if controls[.light] == nil || !isKept(.light, old) { screen.set(lux: nil) }
    // An input reports its state itself, once it is watched.
    guard layout.presence?.input == nil else { return }
    if controls[.presence] == nil || !isKept(.presence, old) {
      follow(presence: nil, from: .layout)
    }
  }

  /// Whether an item still has the control that it had among the old ones.
  private func isKept(_ item: ControlItem, _ old: PanelControls?) -> Bool {
    guard let control = controls[item] else { return false }
    return old?.item(of: control) == item
  }

  // MARK: Presence

  /// Follows the control that reports whether somebody is there.
  func follow(presence event: ControlEvent) {
    let isPresent: Bool?
    switch event {
    case .level(let level): isPresent = level != 0
    case .text(let text):
      guard let known = StateWord.state(text) else { return refuse(presence: text) }
      isPresent = known
    case .unknown, .offline: isPresent = nil
    case .muted, .follower, .unreadable, .described: return
    }
    refusedPresence = nil
    follow(presence: isPresent, from: layout.source(of: .presence))
  }

  /// Follows a sensor.
  ///
  /// - Parameters:
  ///   - isPresent: Whether somebody is there. Nil if it is not known: then nobody is, so that the screen
  ///     is not lit for ever.
  ///   - source: The sensor.
  func follow(presence isPresent: Bool?, from source: EventSource) {
    let wasPresent = self.isPresent ?? false
    self.isPresent = isPresent
    guard isPresent ?? false != wasPresent else { return }
    screenSource = source
    screen.set(isPresent: !wasPresent)
    scene.panel.report(PresenceEvent(time: loop.now, source: source, isPresent: !wasPresent))
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

  // MARK: Light

  /// Follows the control that reports the illuminance.
  func follow(light event: ControlEvent) {
    switch event {
    case .level(let level):
      // A control without a range reports numbers as percent.
      let lux = level * 100
      guard (0...LightCurve.maximumLux).contains(lux) else { return refuse(light: "\(lux)") }
      refusedLight = nil
      screen.set(lux: lux)
    case .text(let text): refuse(light: text)
    case .unknown, .offline: screen.set(lux: nil)
    case .muted, .follower, .unreadable, .described: return
    }
  }

  /// Reports a value that is no illuminance, once; the brightness is then that of day and night.
  private func refuse(light text: String) {
    let text = String(text.prefix(40))
    screen.set(lux: nil)
    guard refusedLight != text else { return }
    refusedLight = text
    log.warning(
      """
      light: \(VisibleText.quoted(text)) is not a number of lux from 0 to \
      \(Int(LightCurve.maximumLux))
      """)
  }
}
