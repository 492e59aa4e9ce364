internal import Layout
internal import Linux
internal import Panel
internal import Raster

/// Reads, lays out and draws a layout file on a thread, from input that does not change meanwhile.
struct LayoutTask: Sendable {
  /// The display for which the layout is laid out, and its current contents.
  struct Target: Sendable {
    var displaySize: PixelSize
    var orientation: Rotation
    var precedent: PreparedPicture.Precedent
    /// The watched files; if the layout depends on others, reading is repeated before laying out.
    var watched: [String]
  }

  struct Outcome {
    let reading: LayoutReading
    /// Nil if the layout has errors, or depends on files that are not watched.
    let picture: PreparedPicture?
  }

  var path: String
  var measure: DisplayMeasure
  /// The files that are not read again.
  var sources = LayoutSources()
  var preferences: LayoutPreferences
  /// What the targets of knobs say about them, by the knobs' ids.
  var knobs: [String: KnobDescription] = [:]
  var scope: FileScope?
  /// Nil if the layout is only read.
  var target: Target?

  /// Runs the task on any thread; takes as long as reading files, pictures and fonts does.
  func run(typesetter: () -> any Typesetter = { Files.typesetter }) -> Outcome {
    let reading = LayoutReading(
      path, for: measure, from: sources, preferences: preferences, knobs: knobs, scope: scope)
    return Outcome(reading: reading, picture: picture(of: reading, typesetter))
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
