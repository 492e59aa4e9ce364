internal import Layout
internal import Linux
internal import Panel
internal import Raster

/// What a thread reads, lays out and draws of a layout file, from nothing that changes meanwhile.
struct LayoutTask: Sendable {
  /// The display for which the layout is laid out, and what that shows now.
  struct Target: Sendable {
    var displaySize: PixelSize
    var orientation: Rotation
    var precedent: PreparedPicture.Precedent
    /// The files that are watched; of any others, nothing is laid out, as their reading is repeated.
    var watched: [String]
  }

  struct Outcome {
    let reading: LayoutReading
    /// Whether reading failed while a file is missing, as happens in the middle of a save.
    let isIncomplete: Bool
    /// Nil if the layout has errors, or depends on files that are not watched.
    let picture: PreparedPicture?
  }

  var path: String
  var measure: DisplayMeasure
  /// Has the files that are not read again.
  var sources = LayoutSources()
  var preferences: LayoutPreferences
  var scope: FileScope?
  /// Nil if the layout is only read.
  var target: Target?

  /// Takes as long as files, pictures and fonts do; called on any thread.
  func run(typesetter: () -> any Typesetter = { Files.typesetter }) -> Outcome {
    let reading = LayoutReading(
      path, for: measure, from: sources, preferences: preferences, scope: scope)
    return Outcome(
      reading: reading, isIncomplete: reading.isIncomplete,
      picture: picture(of: reading, typesetter))
  }

  private func picture(
    of reading: LayoutReading, _ typesetter: () -> any Typesetter
  ) -> PreparedPicture? {
    guard let target, target.watched == reading.files, case .success(let layout) = reading.result
    else { return nil }
    let viewport = Viewport(
      panel: layout.panel, displaySize: target.displaySize, orientation: target.orientation)
    let prepared = PreparedPicture(layout, on: viewport, typesetter: typesetter())
    prepared.prepare(layout, after: target.precedent)
    return prepared
  }
}
