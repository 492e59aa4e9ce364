internal import Controls
internal import Layout
internal import LayoutFile
internal import Linux

/// The layout of a panel of a fleet, or of the target that they share, and its knobs' controls.
struct FleetLayout {
  let layout: LayoutDocument
  /// A control for each knob.
  let controls: [any Control]
  /// Creates the controls' connection, and retains it.
  private let factories: ControlFactories

  /// A connection to a server on this machine.
  enum Connection {
    case broker(port: UInt16)
    case house(port: UInt16)

    fileprivate var text: String {
      switch self {
      case .broker(let port): "{mqtt: {host: 127.0.0.1, port: \(port)}}"
      // Any token will do.
      case .house(let port):
        "{homeassistant: {url: \"http://127.0.0.1:\(port)\", token: {environment: PATH}}}"
      }
    }
  }

  /// - Parameters:
  ///   - knobs: The lines of the knobs, as in a layout; their controls use the connection.
  ///   - connection: The server.
  ///   - loop: Runs the controls; must outlive them.
  /// - Throws: `FleetError` with the errors in the layout.
  init(knobs: String, connection: Connection, loop: EventLoop) throws(FleetError) {
    let registry = ControlRegistry.standard
    let text = """
      version: 1
      panel: {size: [480, 480]}
      connections: {server: \(connection.text)}
      knobs:
      \(knobs)

      """
    let outcome = LayoutReader.parse(
      bytes: Array(text.utf8), path: "fleet.yaml", language: registry.language)
    guard let layout = outcome.layout else { throw FleetError(outcome.text) }
    let factories = registry.makeFactories(on: loop)
    let controls = layout.knobs.compactMap { $0.control.flatMap { factories.makeControl($0) } }
    guard !controls.isEmpty, controls.count == layout.knobs.count else {
      throw FleetError("a knob has no control: \(knobs)")
    }
    (self.layout, self.controls, self.factories) = (layout, controls, factories)
  }
}

/// Why a fleet cannot be measured, in one line that says what to do.
public struct FleetError: Error, CustomStringConvertible {
  /// The reason.
  public let description: String

  init(_ description: String) { self.description = description }
}
