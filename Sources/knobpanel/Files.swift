internal import Controls
internal import Display
internal import Layout
internal import LayoutFile
internal import Linux
internal import Panel
internal import PNG
internal import Raster
internal import Text
internal import Touch

/// Reads what people name on the command line, and writes what they asked for.
enum Files {
  /// The layout at `path`; its diagnostics go to standard error.
  static func layout(_ path: String) throws -> LayoutDocument {
    let outcome = try outcome(path)
    if !outcome.text.isEmpty { Output.error.print(outcome.text) }
    guard let layout = outcome.layout else {
      throw Problem(
        "\(path) has mistakes; see above",
        advice: "Mend them; `knobpanel check \(path)` looks again.")
    }
    return layout
  }

  /// What reading the layout at `path` came to.
  static func outcome(_ path: String) throws -> LayoutReader.Outcome {
    do throws(WholeFile.Failure) {
      return try read(path, for: nil)
    } catch {
      throw Problem(unreadable: error)
    }
  }

  /// What reading the layout at `path` for a display came to.
  static func read(
    _ path: String, for display: (any Display)?, asked: AskedFiles? = nil
  ) throws(WholeFile.Failure) -> LayoutReader.Outcome {
    let bytes = try WholeFile.read(path, limit: LayoutReader.byteLimit + 1)
    var environment = environment(of: display)
    if let asked { environment.assets = asked.listening(to: environment.assets) }
    return LayoutReader.parse(
      bytes: bytes, path: path, environment: environment,
      language: ControlRegistry.standard.language)
  }

  /// The recording at `path`; what could not be understood of it goes to standard error.
  static func recording(_ path: String) throws -> Recording {
    do {
      let recording = try Recording.load(path)
      for warning in recording.warnings { Output.error.print("knobpanel: warning: \(warning)") }
      return recording
    } catch {
      throw Problem("\(error)", advice: "Record one with `evemu-record` or `libinput record`.")
    }
  }

  /// Writes what a display would show of the stage.
  static func writePNG(of stage: Stage, to path: String) throws {
    let display = try headlessDisplay(size: stage.panel.viewport.displaySize)
    display.present(stage.frame, damage: stage.draw(), rotation: stage.rotation)
    do {
      try PNGPicture.write(display.contents, to: path)
    } catch {
      throw Problem("\(error)", advice: "Name a file in a folder that can be written.")
    }
  }

  /// The fonts of this machine; what is missing of them goes to standard error.
  static var typesetter: FontTypesetter {
    FontTypesetter { Output.error.print("knobpanel: warning: \($0)") }
  }

  static func headlessDisplay(size: PixelSize) throws -> HeadlessDisplay {
    guard let display = HeadlessDisplay(size: size) else {
      throw Problem("a picture of \(size.width)x\(size.height) pixels cannot be drawn")
    }
    return display
  }

  /// Without a display a millimetre is that of a common 7 inch panel, 160 dots an inch.
  static func environment(of display: (any Display)?) -> LayoutEnvironment {
    var environment = LayoutEnvironment(pixelsPerMillimetre: 160 / 25.4)
    if let display {
      environment = LayoutEnvironment(
        pixelsPerMillimetre: display.physicalSize.map { Double(display.size.width) / $0.width },
        displaySize: (display.size.width, display.size.height))
    }
    environment.assets = assets
    environment.readFile = { path, limit in
      // A panel that is running does not wait for the other end of a pipe.
      do {
        return .success(try WholeFile.read(path, limit: limit, pipePatienceMilliseconds: 50))
      } catch {
        return .failure(UnreadableFile(reason: "\(error)"))
      }
    }
    return environment
  }
}

extension Problem {
  /// A layout that cannot be read.
  init(unreadable failure: WholeFile.Failure) {
    self.init(
      "cannot read the layout: \(failure)",
      advice: "Name a layout file, such as layouts/volume.yaml.")
  }
}
