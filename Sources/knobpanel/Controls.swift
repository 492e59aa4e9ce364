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
    let brokers = Brokers(loop: loop)
    return try layout.knobs.map { knob in
      guard let control = knob.control.map({ make($0, loop: loop, brokers: brokers) }) else {
        return nil
      }
      do {
        try control.open()
      } catch VolumeError.noSoundCard {
        log.debug("knob '\(knob.id)': no sound card yet")
      } catch let error as VolumeError where error.isOfConnection {
        throw Problem("\(place(of: knob)): \(error)")
      } catch {
        throw Problem(
          "knob '\(knob.id)' (line \(knob.location.line)): \(error)",
          advice: "`knobpanel devices` prints what there is, as a layout names it.")
      }
      return control
    }
  }

  /// Where the file names the connection of a knob's control.
  private static func place(of knob: KnobLayout) -> String {
    guard case .mqtt(let mqtt)? = knob.control else { return "knob '\(knob.id)'" }
    return "connection '\(mqtt.connection.name)' (line \(mqtt.connection.location.line))"
  }

  private static func make(_ control: ControlLayout, loop: EventLoop, brokers: Brokers)
    -> any VolumeControl
  {
    switch control {
    case .alsa(let card, let element): ALSAControl(card: card, element: element, loop: loop)
    case .mqtt(let layout): brokers.control(layout)
    }
  }
}
