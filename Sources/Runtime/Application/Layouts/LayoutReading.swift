package import Diagnostics
package import Layout
package import LayoutFile
package import Linux
package import Logging
internal import Panel
internal import Program
package import Synchronization

/// The result of reading a layout file for a display.
package struct LayoutReading: Sendable {
  package var result: Result<LayoutDocument, LayoutFault>
  /// Warnings, formatted for a terminal; empty if there are none.
  package var warnings = ""
  /// Errors and warnings in the files, at most 20.
  package var diagnostics: [Diagnostic] = []
  /// Every file that the result depends on, including missing ones; a change to any of them makes
  /// it out of date.
  package var files: [String]
  /// Those of them that form the layout: its own file, then its includes.
  package var layoutFiles: [String]
  /// Whether reading failed while a file is missing, as happens during a save.
  package private(set) var isIncomplete = false
  /// The contents of the files as they were read.
  package let sources: LayoutSources

  /// Reads the file at `path`, or its stored contents if `sources` has it.
  ///
  /// Of the files that it names, opens only those in `scope`.
  package init(
    _ path: String, for measure: DisplayMeasure, from sources: LayoutSources = LayoutSources(),
    preferences: LayoutPreferences = LayoutPreferences(),
    knobs: [String: KnobDescription] = [:], scope: FileScope? = nil
  ) {
    self.sources = sources
    let recorder = AssetPathRecorder()
    files = [path]
    layoutFiles = [path]
    do throws(WholeFile.Failure) {
      let outcome = try Files.read(
        path, for: measure, recorder: recorder, sources: sources, preferences: preferences,
        knobs: knobs, scope: scope)
      result = outcome.layout.map { .success($0) } ?? .failure(LayoutFault(outcome))
      diagnostics = outcome.diagnostics
      if outcome.layout != nil { warnings = outcome.text }
      files += outcome.files.dropFirst()
      layoutFiles += outcome.files.dropFirst()
    } catch {
      result = .failure(LayoutFault(error, of: path))
    }
    files += recorder.paths.withLock { $0.sorted() }
    if let scope {
      files = [path] + files.dropFirst().filter(scope.admits)
      layoutFiles = [path] + layoutFiles.dropFirst().filter(scope.admitsLayout)
    }
    if case .failure = result { isIncomplete = files.contains { (try? FileStamp($0)) == nil } }
  }
}

/// Records the paths of pictures, fonts and secrets that are looked up while a layout is read.
package final class AssetPathRecorder: Sendable {
  package let paths = Mutex<Set<String>>([])

  /// Returns the assets with every lookup recorded here.
  package func recording(_ assets: LayoutAssets?) -> LayoutAssets? {
    assets.map { assets in
      LayoutAssets(
        picture: { [self] path in
          paths.withLock { _ = $0.insert(path) }
          return assets.picture(path)
        },
        font: { [self] path in
          paths.withLock { _ = $0.insert(path) }
          return assets.font(path)
        },
        families: assets.families, isExposed: assets.isExposed,
        secret: { [self] secret in
          if case .file(let path) = secret { paths.withLock { _ = $0.insert(path) } }
          return assets.secret(secret)
        })
    }
  }
}

extension LayoutFault {
  /// Creates the fault of a layout file that cannot be read.
  fileprivate init(_ failure: WholeFile.Failure, of path: String) {
    let reason =
      switch failure {
      case _ where failure.isAbsence: "there is no such file"
      case .system(let error): "cannot be read: \(error.reason)"
      case .notAFile(_, let kind): "cannot be read: it is a \(kind), not a file"
      case .tooLarge, .pipeTimedOut: "cannot be read: \(failure)"
      }
    self.init(reason, file: Self.name(ofPath: path))
    if failure.isAbsence { hint = "the panel waits for \(path)" }
  }

  /// Prints the fault on standard error.
  package func report(to log: Logger) {
    if report.isEmpty { log.error("\(line)") } else { Output.error.print(report) }
  }
}

extension WholeFile.Failure {
  package var isAbsence: Bool {
    if case .system(let error) = self { error.isMissing } else { false }
  }
}
