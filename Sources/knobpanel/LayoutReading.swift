internal import Display
internal import Diagnostics
internal import Layout
internal import LayoutFile
internal import Linux
internal import Logging
internal import Panel
internal import Program
internal import Synchronization

/// What reading a layout file for a display came to.
struct LayoutReading {
  var result: Result<LayoutDocument, LayoutFault>
  /// Warnings, as they are told on a terminal; empty if there are none.
  var remarks = ""
  /// Every file that had a say in it, there or not: when one changes, this is old.
  var files: [String]

  /// Reads the file at `path`.
  init(_ path: String, for display: any Display) {
    let asked = AskedFiles()
    files = [path]
    do throws(WholeFile.Failure) {
      let outcome = try Files.read(path, for: display, asked: asked)
      result = outcome.layout.map { .success($0) } ?? .failure(LayoutFault(outcome))
      if outcome.layout != nil { remarks = outcome.text }
      files += outcome.files.dropFirst()
    } catch {
      result = .failure(LayoutFault(error, of: path))
    }
    files += asked.paths.withLock { $0.sorted() }
  }

  /// True if it failed and one of its files is not there, which may be on its way.
  var isIncomplete: Bool {
    guard case .failure = result else { return false }
    return files.contains { (try? FileStamp($0)) == nil }
  }
}

/// The files that a layout was asked about while it was read.
final class AskedFiles: Sendable {
  let paths = Mutex<Set<String>>([])

  /// The same assets, which note here what they are asked for.
  func listening(to assets: LayoutAssets?) -> LayoutAssets? {
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
        families: assets.families)
    }
  }
}

extension LayoutFault {
  /// A file that cannot be read.
  fileprivate init(_ failure: WholeFile.Failure, of path: String) {
    let reason =
      switch failure {
      case _ where failure.isAbsence: "there is no such file"
      case .system(let error): "cannot be read: \(error.reason)"
      case .notAFile(_, let kind): "cannot be read: it is a \(kind), not a file"
      case .tooLarge, .silent: "cannot be read: \(failure)"
      }
    self.init(reason, file: Self.name(ofPath: path))
    if failure.isAbsence { hint = "the panel waits for \(path)" }
  }

  /// Says it on standard error.
  func tell(_ log: Logger) {
    if report.isEmpty { log.error("\(line)") } else { Output.error.print(report) }
  }
}

extension WholeFile.Failure {
  var isAbsence: Bool {
    if case .system(let error) = self { error.isMissing } else { false }
  }
}
