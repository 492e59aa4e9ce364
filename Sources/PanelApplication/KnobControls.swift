package import Controls
internal import Diagnostics
package import Layout
package import Linux
package import Logging

/// The controls of a layout's knobs.
package struct KnobControls {
  /// Creates a control that is not open yet; nil if none is needed, as for a group.
  package typealias Maker = (KnobLayout) -> (any Control)?

  /// The control of each knob of the layout; nil for a knob that drives nothing.
  package let byKnob: [(any Control)?]
  private let byID: [String: (layout: ControlLayout, control: any Control)]
  private let make: Maker

  /// Creates the controls of a layout without any.
  package init(make: @escaping Maker) {
    byKnob = []
    byID = [:]
    self.make = make
  }

  /// Creates the controls of another layout.
  ///
  /// A knob that drives the same control as before keeps it; the others get new ones, which are
  /// opened here. A control that the layout names but that does not exist is a fault of the layout.
  /// A temporary error, such as a machine without a sound card, is not: the knob is shown as
  /// offline until the error is over.
  package init(for layout: LayoutDocument, goingOnFrom old: KnobControls, log: Logger)
    throws(LayoutFault)
  {
    var byID = old.byID.filter { _ in false }
    do throws(LayoutFault) {
      for knob in layout.knobs {
        guard let wanted = knob.control else { continue }
        if let known = old.byID[knob.id], known.layout == wanted {
          byID[knob.id] = known
        } else {
          guard let control = old.make(knob) else { continue }
          try Self.open(control, of: knob, log: log)
          byID[knob.id] = (wanted, control)
        }
      }
    } catch {
      for (_, known) in byID where old.index(of: known.control) == nil { known.control.stop() }
      throw error
    }
    byKnob = layout.knobs.map { byID[$0.id]?.control }
    self.byID = byID
    make = old.make
  }

  private static func open(
    _ control: any Control, of knob: KnobLayout, log: Logger
  ) throws(LayoutFault) {
    do {
      try control.open()
    } catch let error as any ControlError {
      if error.isTemporary { return log.debug("knob '\(knob.id)': \(error)") }
      switch error.site {
      case .connection:
        let location = knob.control?.settings?.connection?.location ?? knob.location
        throw LayoutFault("\(error)", at: location, hint: error.hint)
      case .control:
        throw LayoutFault("knob '\(knob.id)': \(error)", at: knob.location, hint: error.hint)
      }
    } catch {
      throw LayoutFault("knob '\(knob.id)': \(error)", at: knob.location)
    }
  }

  /// Index of the knob that drives the control; nil if none does.
  package func index(of control: any Control) -> Int? {
    byKnob.firstIndex { $0 === control }
  }

  /// Stops the controls that no knob of `others` drives.
  package func stop(exceptIn others: KnobControls) {
    for case let control? in byKnob where others.index(of: control) == nil { control.stop() }
  }
}

extension KnobControls {
  /// Creates the controls of a layout without any; `init(for:goingOnFrom:log:)` then creates real
  /// controls on this loop.
  package init(_ registry: ControlRegistry = .standard, on loop: EventLoop) {
    let factories = registry.makeFactories(on: loop)
    self.init { knob in knob.control.flatMap(factories.makeControl) }
  }
}
