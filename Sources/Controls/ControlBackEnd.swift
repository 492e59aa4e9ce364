package import Layout
package import LayoutFile
package import Linux

/// The code for one kind of `control:` in layouts.
///
/// To add one: a folder beside `ALSA` and `MQTT` with a type that conforms to this, and its line
/// in `ControlRegistry.standard`. Nothing else knows its name.
package protocol ControlBackEnd: Sendable {
  associatedtype Factory: ControlFactory

  /// How it appears in layout files, with its documentation; and the kind of `connections:` that
  /// it uses, if it uses any.
  var keys: ControlKeys { get }

  /// Makes the factory of its controls.
  ///
  /// - Parameter loop: The panel's event loop, which outlives the factory and its controls.
  func makeFactory(on loop: EventLoop) -> Factory

  /// What `knobpanel devices` prints about it; nil if there is nothing to find on this machine.
  ///
  /// May block for as long as devices take to answer.
  func listDevices() -> DeviceListing?
}

extension ControlBackEnd {
  package func listDevices() -> DeviceListing? { nil }
}

/// Makes the controls of one back end for one panel, and keeps what they share: connections,
/// threads.
package protocol ControlFactory: AnyObject {
  /// What one control is made from, as its keys read it.
  associatedtype Settings: ControlSettings

  /// A control that is not open yet.
  func makeControl(_ settings: Settings) -> any Control
}

extension ControlFactory {
  /// Nil if the settings are those of another back end.
  func makeControl(ifOwn settings: any ControlSettings) -> (any Control)? {
    (settings as? Settings).map(makeControl)
  }
}
