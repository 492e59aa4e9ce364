internal import LayoutFile
internal import Linux
internal import PanelApplication
internal import Program

/// The errors and warnings of a layout, as `knobpanel check` prints them, for a bug report.
struct LayoutReport {
  var path: String

  /// Reads the layout.
  func findings() -> DoctorReport.Findings {
    do {
      let outcome = try Files.outcome(path)
      // The text of an included file may name hosts, too.
      let texts = outcome.files.compactMap { file in
        try? WholeFile.read(file, limit: LayoutReader.byteLimit)
      }
      var lines = outcome.text.split(whereSeparator: \.isNewline).map(String.init)
      if outcome.layout != nil { lines.append("\(path): valid") }
      return DoctorReport.Findings(
        lines: lines,
        layoutText: texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"))
    } catch let problem as Problem {
      return DoctorReport.Findings(lines: [problem.message])
    } catch {
      return DoctorReport.Findings(lines: ["\(error)"])
    }
  }
}
