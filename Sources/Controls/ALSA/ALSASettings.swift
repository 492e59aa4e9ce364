internal import Layout

/// The ALSA mixer element that a knob drives, as the layout names it.
package struct ALSASettings: ControlSettings {
  package static let backEnd = "alsa"

  /// An id ("Dummy"), a name, a number, or any ALSA device name ("default", "hw:0").
  package var card: String
  /// A simple mixer element, with its index if it has one ("Master", "PCM,1").
  package var element: String
  /// Whether the element's switch is the knob's mute, if it has one.
  package var mutesBySwitch: Bool

  package init(card: String = "default", element: String, mutesBySwitch: Bool = true) {
    self.card = card
    self.element = element
    self.mutesBySwitch = mutesBySwitch
  }
}
