internal import Controls
internal import Layout
internal import LayoutFile

/// The layouts of the panels of a fleet and of the target that they share.
enum FleetLayout {
  /// Parses a layout.
  ///
  /// - Parameters:
  ///   - text: The layout.
  ///   - registry: The back ends that it may name.
  /// - Throws: `FleetError` with the errors in the layout.
  /// - Returns: The layout, with at least one knob.
  static func parse(_ text: String, _ registry: ControlRegistry) throws(FleetError)
    -> LayoutDocument
  {
    let outcome = LayoutReader.parse(
      bytes: Array(text.utf8), path: "fleet.yaml", language: registry.language)
    guard let layout = outcome.layout, !layout.knobs.isEmpty else {
      throw FleetError(outcome.text)
    }
    return layout
  }
}

/// Why a fleet cannot be measured, in one line that says what to do.
public struct FleetError: Error, CustomStringConvertible {
  /// The reason.
  public let description: String

  init(_ description: String) { self.description = description }
}
