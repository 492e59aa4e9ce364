/// A connection's service for the panel as a whole: it publishes the panel's entities and their
/// states, and passes on commands to them; or it publishes the panel's events.
///
/// Never blocks the event loop, and is used from the loop's thread only:
///
///     open (may throw) → announce → start → update, …, announce, … → stop
package protocol PanelService: AnyObject {
  /// Receives commands to an entity, with its index among those announced last.
  var onCommand: (Int, PanelEntity.Command) -> Void { get set }
  /// Receives one line about a problem; not repeated for each message.
  var onReport: (String) -> Void { get set }

  /// Checks the settings, so that an error in a layout is reported before the panel runs.
  ///
  /// - Throws: A `ControlError` about the connection.
  func open() throws
  /// Announces the panel's entities, and withdraws all earlier ones that are not among them.
  func announce(_ entities: [PanelEntity])
  /// Starts publishing.
  func start()
  /// Publishes an entity's state, unless it is unchanged.
  ///
  /// - Parameters:
  ///   - index: The entity's index among those announced last.
  ///   - state: The state.
  ///   - isAvailable: Whether the entity is available.
  func update(_ index: Int, _ state: PanelEntity.State, isAvailable: Bool)
  /// Publishes an event of the panel, one line of JSON.
  func publish(event: [UInt8])
  /// Stops publishing; nothing follows.
  ///
  /// - Parameter others: The services that continue, or nil if only the panel ends, and will
  ///   return. If none of them replaces this service, the panel no longer uses this connection, and
  ///   the announced entities are withdrawn.
  func stop(remaining others: [any PanelService]?)
}

extension PanelService {
  /// Does nothing: by default, a service has no entities.
  package func announce(_ entities: [PanelEntity]) {}

  /// Does nothing, either.
  package func update(_ index: Int, _ state: PanelEntity.State, isAvailable: Bool) {}

  /// Does nothing: by default, a service has no events.
  package func publish(event: [UInt8]) {}
}
