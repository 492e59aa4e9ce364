package import Layout
package import LayoutFile
package import Linux

/// The code for one kind of `control:` in layouts.
///
/// To add one, create a folder beside `ALSA` and `MQTT` with a type that conforms to this protocol,
/// and add it to `ControlRegistry.standard`. No other code refers to it by name.
package protocol ControlBackEnd: Sendable {
  associatedtype Factory: ControlFactory

  /// The keys in layout files with their documentation, and the kind of `connections:` used, if
  /// any.
  var keys: ControlKeys { get }

  /// Whether its controls start programs named in the layout.
  ///
  /// Optional; false by default.
  var runsPrograms: Bool { get }

  /// Makes the factory of its controls.
  ///
  /// - Parameter loop: The panel's event loop, which outlives the factory and its controls.
  /// - Returns: A factory without any controls.
  func makeFactory(on loop: EventLoop) -> Factory

  /// Returns the listing for `knobpanel devices`; nil if this machine has nothing to list.
  ///
  /// May block for as long as devices take to answer.
  func listDevices() -> DeviceListing?
}

extension ControlBackEnd {
  package var runsPrograms: Bool { false }

  package func listDevices() -> DeviceListing? { nil }
}

/// Makes the controls of one back end for one panel, and keeps their shared connections and
/// threads.
package protocol ControlFactory: AnyObject {
  /// The settings of one control, as read by the keys of the back end.
  associatedtype Settings: ControlSettings

  /// Makes a control, not yet open.
  func makeControl(_ settings: Settings) -> any Control
  /// Makes a connection's services for the panel as a whole, not yet started; none if the connection
  /// is of another back end, or only serves controls.
  func makeServices(over connection: ConnectionLayout) -> [any PanelService]
}

extension ControlFactory {
  package func makeServices(over connection: ConnectionLayout) -> [any PanelService] { [] }

  /// Makes a control; nil if the settings are those of another back end.
  func makeControl(ifOwn settings: any ControlSettings) -> (any Control)? {
    (settings as? Settings).map(makeControl)
  }
}
