/// What a connection does for the panel as a whole, beside the controls that use it: it tells others
/// what is on the panel and how that stands, and passes on what they want of it.
///
/// Never blocks the event loop, and is used from the loop's thread only:
///
///     open (may throw) → announce → start → update, …, announce, … → stop
package protocol PanelService: AnyObject {
  /// Receives what others want of an entity, by its index among those that were announced last.
  var onCommand: (Int, PanelEntity.Command) -> Void { get set }
  /// Receives one line about what does not work; not repeated for each message.
  var onReport: (String) -> Void { get set }

  /// Checks the settings, so that a mistake in a layout is reported before the panel runs.
  ///
  /// - Throws: A `ControlError` about the connection.
  func open() throws
  /// Tells what is on the panel; what was announced before and is not among these is gone.
  func announce(_ entities: [PanelEntity])
  /// Starts telling.
  func start()
  /// Tells how an entity stands; nothing is sent if that was told already.
  ///
  /// - Parameters:
  ///   - index: Its index among those that were announced last.
  ///   - state: What is known of it.
  ///   - isAvailable: Whether it can be reached.
  func update(_ index: Int, _ state: PanelEntity.State, isAvailable: Bool)
  /// Stops telling; nothing follows.
  ///
  /// - Parameter others: The services that go on. Without one in its place, the panel does not serve
  ///   this connection any more, and what was announced is taken back; nil if the panel only ends, and
  ///   will come back.
  func stop(goingOn others: [any PanelService]?)
}
