internal import Linux
internal import Synchronization

/// Makes the text of `knobpanel doctor --report` from parts, each of which may fail or hang.
struct DoctorReport {
  /// One section of the report.
  struct Part: Sendable {
    var title: String
    /// Finds its lines; runs on a thread of its own.
    var find: @Sendable () -> Findings

    init(_ title: String, find: @escaping @Sendable () -> Findings) {
      (self.title, self.find) = (title, find)
    }

    /// Creates a part whose lines name no hosts.
    init(_ title: String, lines: @escaping @Sendable () -> [String]) {
      self.init(title) { Findings(lines: lines()) }
    }
  }

  /// The result of a part.
  struct Findings: Sendable {
    var lines: [String]
    /// The text of a layout, whose hosts and users are hidden.
    var layoutText = ""
  }

  var heading: String
  var parts: [Part]
  var privateText: PrivateText
  /// The maximum time of a part, in milliseconds.
  var partMilliseconds: Int64 = 3000
  /// The maximum time of all parts together, in milliseconds.
  var milliseconds: Int64 = 10_000

  private final class Answer: Sendable {
    let findings = Mutex<Findings?>(nil)
  }

  /// Runs the parts, one after another.
  ///
  /// - Parameter clock: Returns the time in microseconds.
  /// - Returns: The text, of at most `ReportText.byteLimit` bytes.
  func text(clock: () -> Int64 = { MonotonicClock.microseconds }) -> String {
    var report = ReportText(hiding: privateText)
    report.append(heading)
    let start = clock()
    for part in parts {
      let begin = clock()
      let rest = milliseconds - (begin - start) / 1000
      let findings = run(part, milliseconds: min(rest, partMilliseconds))
      report.privateText.add(namesOf: findings.layoutText)
      report.add(part.title, findings.lines, milliseconds: (clock() - begin) / 1000)
    }
    return report.text
  }

  private func run(_ part: Part, milliseconds limit: Int64) -> Findings {
    guard limit > 0 else {
      return Findings(lines: ["left out: the others took \(milliseconds / 1000) seconds"])
    }
    let answer = Answer()
    do throws(SystemError) {
      let worker = try Worker(stackBytes: 8 << 20) {
        let findings = part.find()
        answer.findings.withLock { $0 = findings }
      }
      let isDone = worker.join(withinMilliseconds: Int32(clamping: limit))
      if isDone, let findings = answer.findings.withLock({ $0 }) { return findings }
      return Findings(lines: ["left out: no answer within \(limit) ms"])
    } catch {
      return Findings(lines: ["left out: \(error)"])
    }
  }
}
