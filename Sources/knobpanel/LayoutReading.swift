internal import Display
internal import LayoutFile
internal import Linux
internal import Logging
internal import Panel

/// A layout as it was read for a display.
struct LayoutReading {
  var layout: Layout
  /// Warnings, as they are told on a terminal; empty if there are none.
  var remarks: String

  /// Reads the file at `path`.
  init(_ path: String, for display: any Display) throws(LayoutFault) {
    let outcome: LayoutFile.Outcome
    do throws(WholeFile.Failure) {
      outcome = try Files.read(path, for: display)
    } catch {
      throw LayoutFault(error, of: path)
    }
    guard let layout = outcome.layout else { throw LayoutFault(outcome) }
    self.layout = layout
    remarks = outcome.text
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
    isAbsence = failure.isAbsence
    if isAbsence { hint = "the panel waits for \(path)" }
  }

  /// Says it on standard error.
  func tell(_ log: Logger) {
    if report.isEmpty { log.error("\(line)") } else { Output.error.print(report) }
  }
}

extension WholeFile.Failure {
  var isAbsence: Bool {
    if case .system(let error) = self { error.code == SystemError.noEntry } else { false }
  }
}
