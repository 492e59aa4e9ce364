/// What browsers may do with a layout.
package struct PreviewOptions: Sendable {
  /// The version that pages show.
  package var version: String
  /// Whether the files of the layout can be changed.
  package var isEditable: Bool
  /// Whether knobs drive the controls of the layout; otherwise each drives a simulated one.
  package var isLive: Bool
  /// Whether the layout may start programs.
  package var runsPrograms: Bool

  /// Creates options with these values.
  package init(
    version: String, isEditable: Bool, isLive: Bool, runsPrograms: Bool = false
  ) {
    self.version = version
    self.isEditable = isEditable
    self.isLive = isLive
    self.runsPrograms = runsPrograms
  }
}
