internal import Diagnostics
internal import Layout
internal import LayoutFile
internal import Linux
internal import Logging
internal import Panel
internal import Controls

/// The controls of a layout's knobs.
struct Controls {
  /// Makes a control that is not open yet; nil for what needs none, such as a group.
  typealias Maker = (ControlLayout) -> (any VolumeControl)?

  /// By knob of the layout; nil for a knob that drives nothing.
  let byKnob: [(any VolumeControl)?]
  private let byID: [String: (layout: ControlLayout, control: any VolumeControl)]
  private let make: Maker

  /// Controls of a layout without any.
  init(make: @escaping Maker) {
    byKnob = []
    byID = [:]
    self.make = make
  }

  /// Those of another layout: a knob that drives what it drove has the same one as here, and the
  /// others have new ones, which are open; what the layout names must exist.
  ///
  /// A machine without any sound card is no mistake of the layout: a card may be plugged in later,
  /// and until then the knob is shown as offline.
  init(for layout: LayoutDocument, goingOnFrom old: Controls, log: Logger) throws(LayoutFault) {
    var byID = old.byID.filter { _ in false }
    for knob in layout.knobs {
      guard let wanted = knob.control else { continue }
      if let known = old.byID[knob.id], known.layout == wanted {
        byID[knob.id] = known
      } else {
        guard let control = old.make(wanted) else { continue }
        try Self.open(control, of: knob, log: log)
        byID[knob.id] = (wanted, control)
      }
    }
    byKnob = layout.knobs.map { byID[$0.id]?.control }
    self.byID = byID
    make = old.make
  }

  private static func open(
    _ control: any VolumeControl, of knob: KnobLayout, log: Logger
  ) throws(LayoutFault) {
    do {
      try control.open()
    } catch .noSoundCard {
      log.debug("knob '\(knob.id)': no sound card yet")
    } catch  where error.isOfConnection {
      throw LayoutFault("\(error)", at: knob.control?.settings?.connection?.location ?? knob.location)
    } catch {
      throw LayoutFault(
        "knob '\(knob.id)': \(error)", at: knob.location,
        hint: "`knobpanel devices` prints what there is, as a layout names it.")
    }
  }

  func contains(_ control: any VolumeControl) -> Bool {
    byKnob.contains { $0 === control }
  }
}

extension Controls {
  /// Controls of a layout without any, whose successors drive real things on a loop.
  init(on loop: EventLoop) {
    let brokers = Brokers(loop: loop)
    self.init { [unowned loop] layout in
      switch layout.settings {
      case let alsa as ALSAControlLayout:
        ALSAControl(card: alsa.card, element: alsa.element, loop: loop)
      case let mqtt as MQTTControlLayout: brokers.control(mqtt)
      // The members of a group have the controls.
      default: nil
      }
    }
  }
}
