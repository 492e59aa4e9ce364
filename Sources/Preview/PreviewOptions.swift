/// What browsers may do with a layout.
package struct PreviewOptions: Sendable {
  /// The version that pages show.
  package var version: String
  /// Whether the files of the layout can be changed.
  package var isEditable: Bool
  /// Whether the knobs drive what the layout says; else each drives a simulated control.
  package var isLive: Bool
  /// Whether the layout may have programs started.
  package var runsPrograms: Bool

  /// All options.
  package init(
    version: String, isEditable: Bool, isLive: Bool, runsPrograms: Bool = false
  ) {
    self.version = version
    self.isEditable = isEditable
    self.isLive = isLive
    self.runsPrograms = runsPrograms
  }
}
