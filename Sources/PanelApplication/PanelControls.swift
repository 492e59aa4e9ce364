package import Controls
internal import Diagnostics
package import Layout
package import Linux
package import Logging

/// The controls of a layout: of its knobs, its buttons and the labels that show a value.
package struct PanelControls {
  /// Creates a control that is not open yet; nil if none is needed.
  package typealias Maker = (ControlledItem) -> (any Control)?

  private typealias Known = (layout: ControlLayout, control: any Control)

  /// The controls with the items of the layout that have them.
  package let all: [(item: ControlItem, control: any Control)]
  private let byItem: [ControlItem: any Control]
  private let byIdentity: [ControlledItem.Identity: Known]
  private let make: Maker

  /// Creates the controls of a layout without any.
  package init(make: @escaping Maker) {
    (all, byItem, byIdentity) = ([], [:], [:])
    self.make = make
  }

  /// Creates the controls of another layout.
  ///
  /// An item that drives the same as before keeps its control; the others get new ones, which are
  /// opened here. A control that the layout names but that does not exist is a fault of the layout.
  /// A temporary error, such as a machine without a sound card, is not: the item is shown as
  /// offline until the error is over.
  package init(for layout: LayoutDocument, goingOnFrom old: PanelControls, log: Logger)
    throws(LayoutFault)
  {
    var all: [(item: ControlItem, control: any Control)] = []
    var byIdentity: [ControlledItem.Identity: Known] = [:]
    do throws(LayoutFault) {
      for wanted in layout.controlledItems {
        let control: any Control
        if let known = old.byIdentity[wanted.identity], known.layout == wanted.control {
          control = known.control
        } else {
          guard let made = old.make(wanted) else { continue }
          try Self.open(made, of: wanted, log: log)
          control = made
        }
        byIdentity[wanted.identity] = (wanted.control, control)
        all.append((wanted.item, control))
      }
    } catch {
      for (_, control) in all where old.item(of: control) == nil { control.stop() }
      throw error
    }
    self.all = all
    byItem = Dictionary(uniqueKeysWithValues: all.map { ($0.item, $0.control) })
    self.byIdentity = byIdentity
    make = old.make
  }

  private static func open(
    _ control: any Control, of wanted: ControlledItem, log: Logger
  ) throws(LayoutFault) {
    do {
      try control.open()
    } catch let error as any ControlError {
      if error.isTemporary { return log.debug("\(wanted.title): \(error)") }
      switch error.site {
      case .connection:
        let location = wanted.control.settings?.connection?.location ?? wanted.location
        throw LayoutFault("\(error)", at: location, hint: error.hint)
      case .control:
        throw LayoutFault("\(wanted.title): \(error)", at: wanted.location, hint: error.hint)
      }
    } catch {
      throw LayoutFault("\(wanted.title): \(error)", at: wanted.location)
    }
  }

  /// The control of an item; nil for one that drives nothing itself.
  package subscript(item: ControlItem) -> (any Control)? { byItem[item] }

  /// The item that a control belongs to; nil if there is none.
  package func item(of control: any Control) -> ControlItem? {
    all.first { $0.control === control }?.item
  }

  /// Stops the controls that `others` do not have.
  package func stop(exceptIn others: PanelControls) {
    for (_, control) in all where others.item(of: control) == nil { control.stop() }
  }
}

extension PanelControls {
  /// Creates the controls of a layout without any; `init(for:goingOnFrom:log:)` then creates real
  /// controls on this loop.
  package init(_ registry: ControlRegistry = .standard, on loop: EventLoop) {
    let factories = registry.makeFactories(on: loop)
    self.init { wanted in factories.makeControl(wanted.control) }
  }
}
