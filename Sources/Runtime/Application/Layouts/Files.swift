internal import Controls
package import Display
package import Layout
package import LayoutFile
package import Linux
internal import Panel
internal import PNG
package import Raster
package import Text
package import Touch
internal import Program

/// Reads the files named on the command line and writes the requested output files.
package enum Files {
  /// Reads the layout at `path` and prints its errors on standard error; `check` prints warnings.
  ///
  /// - Throws: `Problem` if it cannot be read or has errors.
  package static func layout(_ path: String) throws -> LayoutDocument {
    let outcome = try outcome(path, placesTexts: false)
    guard let layout = outcome.layout else {
      Output.error.print(outcome.text)
      throw Problem(
        "\(path) has errors; see above",
        advice: "Fix them; `knobpanel check \(path)` checks again.")
    }
    return layout
  }

  /// Reads the layout at `path` without a display.
  package static func outcome(
    _ path: String, placesTexts: Bool = true
  ) throws -> LayoutReader.Outcome {
    do throws(WholeFile.Failure) {
      return try read(
        path, for: nil, placesTexts: placesTexts,
        pipeTimeoutMilliseconds: WholeFile.patienceMilliseconds)
    } catch {
      throw Problem(unreadable: error)
    }
  }

  /// Reads the layout at `path` for a display.
  ///
  /// - Parameters:
  ///   - path: The layout file.
  ///   - measure: The measure of the display that shows the layout; nil if unknown.
  ///   - placesTexts: Whether to warn about texts that are cut off or overlap, which requires
  ///     laying everything out with this machine's fonts.
  ///   - recorder: Records the files that the layout names, so that they can be watched.
  ///   - sources: Supplies the files that were read before, and stores those read now.
  ///   - preferences: Overrides of the layout's settings.
  ///   - knobs: What the targets of knobs say about them, by the knobs' ids.
  ///   - scope: The files that the layout may open; nil for all.
  ///   - pipeTimeoutMilliseconds: How long the writer of a layout in a pipe may pause; nil refuses
  ///     pipes.
  /// - Throws: `WholeFile.Failure` if the file cannot be read.
  /// - Returns: The layout and its diagnostics.
  package static func read(
    _ path: String, for measure: DisplayMeasure?, placesTexts: Bool = false,
    recorder: AssetPathRecorder? = nil, sources: LayoutSources = LayoutSources(),
    preferences: LayoutPreferences = LayoutPreferences(),
    knobs: [String: KnobDescription] = [:], scope: FileScope? = nil,
    pipeTimeoutMilliseconds: Int32? = nil
  ) throws(WholeFile.Failure) -> LayoutReader.Outcome {
    let bytes = try sources.bytes(of: path) { () throws(WholeFile.Failure) in
      try WholeFile.read(
        path, limit: LayoutReader.byteLimit + 1, pipeTimeoutMilliseconds: pipeTimeoutMilliseconds)
    }
    let reading = PictureReading(of: pictures)
    defer { reading.end() }
    var environment = environment(of: measure, sources: sources)
    environment.assets = assets(reading)
    if let scope { environment = scope.limiting(environment) }
    if let recorder { environment.assets = recorder.recording(environment.assets) }
    environment.nameBelow = nameBelow(_:on:isLowered:)
    if placesTexts { environment.textAreas = textAreas }
    (environment.theme, environment.knobs) = (preferences.theme, knobs)
    return preferences.applied(
      to: LayoutReader.parse(
        bytes: bytes, path: path, environment: environment,
        language: ControlRegistry.standard.language))
  }

  /// Reads the recording at `path` and prints its warnings on standard error.
  package static func recording(_ path: String) throws -> Recording {
    do {
      let recording = try Recording.load(path)
      for warning in recording.warnings { Output.error.print("knobpanel: warning: \(warning)") }
      return recording
    } catch {
      throw Problem("\(error)", advice: "Record one with `evemu-record` or `libinput record`.")
    }
  }

  /// Writes a PNG file of the visible part of a display, which may be round.
  package static func writePNG(of scene: PanelScene, to path: String) throws {
    scene.update()
    let display = try headlessDisplay(size: scene.panel.viewport.displaySize)
    display.present(scene.frame, damage: scene.draw(), rotation: scene.rotation)
    if scene.layout.panel.shape == .round {
      display.contents.blacken(outsideEllipseIn: scene.panel.viewport.panelOnDisplay)
    }
    do {
      try PNGPicture.write(display.contents, to: path)
    } catch {
      throw Problem("\(error)", advice: "Use a file in a writable folder.")
    }
  }

  /// A typesetter with the fonts of this machine; missing fonts are reported on standard error.
  package static var typesetter: FontTypesetter {
    FontTypesetter { Output.error.print("knobpanel: warning: \($0)") }
  }

  package static func headlessDisplay(size: PixelSize) throws -> HeadlessDisplay {
    guard let display = HeadlessDisplay(size: size) else {
      throw Problem("a picture of \(size.width)x\(size.height) pixels cannot be drawn")
    }
    return display
  }

  /// Returns the display properties needed to read a layout.
  ///
  /// Without a display, millimetres assume a common 7 inch panel with 160 pixels per inch.
  package static func environment(
    of measure: DisplayMeasure?, sources: LayoutSources = LayoutSources()
  ) -> LayoutEnvironment {
    var environment = LayoutEnvironment(pixelsPerMillimetre: 160 / 25.4)
    if let measure {
      environment = LayoutEnvironment(
        pixelsPerMillimetre: measure.pixelsPerMillimetre,
        displaySize: measure.size)
    }
    environment.readFile = { path, limit in
      do {
        let bytes = try sources.bytes(of: path) { () throws(WholeFile.Failure) in
          try WholeFile.read(path, limit: limit)
        }
        return .success(bytes)
      } catch {
        return .failure(UnreadableFile(reason: "\(error)"))
      }
    }
    environment.resolvedPath = { try? FilePath.resolved($0) }
    return environment
  }
}

extension Problem {
  /// Describes a layout that cannot be read.
  package init(unreadable failure: WholeFile.Failure) {
    self.init(
      "cannot read the layout: \(failure)",
      advice: "Name a layout file, such as layouts/volume.yaml.")
  }
}
