internal import LayoutFile
internal import Linux
internal import Logging
internal import Volume

/// The controls of a layout's knobs.
enum Controls {
  /// A control for each knob, nil for one that drives nothing; what the layout names must exist.
  ///
  /// A machine without any sound card is no mistake of the layout: a card may be plugged in later,
  /// and until then the knob is shown as offline.
  static func open(
    for layout: Layout, loop: EventLoop, log: Logger
  ) throws -> [(any VolumeControl)?] {
    try layout.knobs.map { knob in
      guard let control = knob.control.flatMap({ make($0, loop: loop) }) else { return nil }
      do {
        try control.open()
      } catch VolumeError.noSoundCard {
        log.debug("knob '\(knob.id)': no sound card yet")
      } catch {
        throw Problem(
          "knob '\(knob.id)' (line \(knob.location.line)): \(error)",
          advice: "`knobpanel devices` prints what there is, as a layout names it.")
      }
      return control
    }
  }

  private static func make(_ control: ControlLayout, loop: EventLoop) -> (any VolumeControl)? {
    switch control {
    case .alsa(let card, let element): ALSAControl(card: card, element: element, loop: loop)
    // Its members have the controls.
    case .group: nil
    }
  }
}
