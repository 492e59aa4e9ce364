package import Controls
internal import Diagnostics
package import Layout
package import Linux
package import Logging

/// The controls of a layout's knobs, buttons and value labels.
package struct PanelControls {
  /// Creates a control without opening it; returns nil if none is needed.
  package typealias Maker = (ControlledItem) -> (any Control)?

  /// Creates a connection's services for the panel without opening them.
  package typealias ServiceMaker = (ConnectionLayout) -> [any PanelService]

  private typealias Known = (layout: ControlLayout, control: any Control)

  /// The items that have a control, with their controls.
  package let all: [(item: ControlItem, control: any Control)]
  private let byItem: [ControlItem: any Control]
  private let items: [ObjectIdentifier: ControlItem]
  private let byIdentity: [ControlledItem.Identity: Known]
  /// The services that the layout's connections provide for the whole panel.
  let services: [(connection: ConnectionLayout, service: any PanelService)]
  private let make: Maker
  private let makeServices: ServiceMaker

  /// Creates an empty set of controls.
  package init(
    make: @escaping Maker, makeServices: @escaping ServiceMaker = { _ in [] }
  ) {
    (all, byItem, items, byIdentity, services) = ([], [:], [:], [:], [])
    self.make = make
    self.makeServices = makeServices
  }

  /// Creates the controls of another layout.
  ///
  /// An item whose control is unchanged keeps it; the others get new controls, which are opened
  /// here. A control that the layout names but that does not exist is a fault of the layout. A
  /// temporary error, such as a machine without a sound card, is not: the item is shown as offline
  /// until the error is resolved.
  ///
  /// - Parameters:
  ///   - layout: The new layout.
  ///   - old: The controls of the previous layout.
  ///   - log: The log for temporary errors.
  /// - Throws: The fault of the layout.
  package init(
    for layout: LayoutDocument, replacing old: PanelControls, log: Logger
  ) throws(LayoutFault) {
    self = try Opening(for: layout, replacing: old).finish(log: log)
  }

  /// The controls of a layout while they are being opened, on threads where possible.
  ///
  /// If it is released before all are open, the new controls are stopped.
  package final class Opening {
    private let layout: LayoutDocument
    private let old: PanelControls
    private var all: [(item: ControlItem, control: any Control)] = []
    private var byIdentity: [ControlledItem.Identity: Known] = [:]
    private var opening: [(control: any Control, wanted: ControlledItem)] = []

    /// Begins to open the controls that those of the previous layout, `old`, do not include.
    package init(for layout: LayoutDocument, replacing old: PanelControls) {
      self.layout = layout
      self.old = old
      for wanted in layout.controlledItems {
        let control: any Control
        if let known = old.byIdentity[wanted.identity], known.layout == wanted.control {
          control = known.control
        } else {
          guard let made = old.make(wanted) else { continue }
          made.beginOpening()
          opening.append((made, wanted))
          control = made
        }
        byIdentity[wanted.identity] = (wanted.control, control)
        all.append((wanted.item, control))
      }
    }

    deinit {
      for (control, _) in opening { control.stop() }
    }

    /// Waits until all controls are open and returns them; call this once.
    ///
    /// - Parameter log: The log for temporary errors.
    /// - Returns: The controls.
    /// - Throws: The fault of the layout.
    package func finish(log: Logger) throws(LayoutFault) -> PanelControls {
      var services: [(connection: ConnectionLayout, service: any PanelService)] = []
      for (control, wanted) in opening {
        try PanelControls.open(control, of: wanted, atStart: old.all.isEmpty, log: log)
      }
      for connection in layout.connections {
        services += try old.services(over: connection).map { (connection, $0) }
      }
      defer { (all, byIdentity, opening) = ([], [:], []) }
      return PanelControls(all, byIdentity, services, replacing: old)
    }
  }

  private init(
    _ all: [(item: ControlItem, control: any Control)],
    _ byIdentity: [ControlledItem.Identity: Known],
    _ services: [(connection: ConnectionLayout, service: any PanelService)],
    replacing old: PanelControls
  ) {
    self.all = all
    byItem = Dictionary(uniqueKeysWithValues: all.map { ($0.item, $0.control) })
    items = Dictionary(uniqueKeysWithValues: all.map { (ObjectIdentifier($0.control), $0.item) })
    self.byIdentity = byIdentity
    self.services = services
    make = old.make
    makeServices = old.makeServices
  }

  /// Returns a connection's existing services, or new ones.
  private func services(over connection: ConnectionLayout) throws(LayoutFault)
    -> [any PanelService]
  {
    let known = services.filter { $0.connection == connection }.map(\.service)
    guard known.isEmpty else { return known }
    let made = makeServices(connection)
    do {
      for service in made { try service.open() }
    } catch {
      throw LayoutFault(
        "\(error)", at: connection.location, hint: (error as? any ControlError)?.hint)
    }
    return made
  }

  private static func open(
    _ control: any Control, of wanted: ControlledItem, atStart: Bool, log: Logger
  ) throws(LayoutFault) {
    do {
      try control.open()
    } catch let error as any ControlError {
      if error.isTemporary || atStart && error.isAbsence {
        return log.debug("\(wanted.title): \(error)")
      }
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

  /// The control of an item; nil if it has none.
  package subscript(item: ControlItem) -> (any Control)? { byItem[item] }

  /// Returns the item that a control belongs to; nil if there is none.
  package func item(of control: any Control) -> ControlItem? {
    items[ObjectIdentifier(control)]
  }

  /// Stops the controls that are not among `others`.
  package func stop(exceptIn others: PanelControls) {
    for (_, control) in all where others.item(of: control) == nil { control.stop() }
    let kept = others.services.map(\.service)
    for (_, service) in services where !kept.contains(where: { $0 === service }) {
      service.stop(remaining: kept)
    }
  }
}

extension PanelControls {
  /// Creates an empty set; `init(for:replacing:log:)` then creates real controls on this loop.
  ///
  /// Controls that start programs are offline unless `runsPrograms`.
  package init(
    _ registry: ControlRegistry = .standard, on loop: EventLoop, runsPrograms: Bool = true
  ) {
    let factories = registry.makeFactories(on: loop, runsPrograms: runsPrograms)
    self.init(
      make: { wanted in factories.makeControl(wanted.control) },
      makeServices: { connection in factories.makeServices(over: connection) })
  }
}
