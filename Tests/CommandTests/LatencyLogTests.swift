import Testing

@testable import PanelApplication
@testable import knobpanel

/// The log line of `run --verbose` for each second, with made-up times.
@Suite struct LatencyLogTests {
  enum Step: Sendable {
    /// A touch sample.
    case sample(Int64)
    /// A frame, drawn from one moment to another.
    case frame(Int64, Int64)
    case shown(Int64?)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [Step]
    var lines: [String]
  }

  /// Sixty frames a second from a moment on; each has a sample that is 3 ms old at the commit, is
  /// drawn in 1 ms and shown 5 ms later.
  static func second(from begin: Int64, count: Int64 = 60) -> [Step] {
    (0..<count).flatMap { index -> [Step] in
      let end = begin + index * 16_667
      return [.sample(end - 3000), .frame(end - 1000, end), .shown(end + 5000)]
    }
  }

  static let line = """
    60 frames; drawing p50 1 p99 1 ms; sample to commit p50 3 p99 3 ms; \
    sample to shown p50 8 p99 8 ms
    """

  @Test(arguments: [
    Case(testDescription: "less than a second is not logged", steps: second(from: 0), lines: []),
    Case(
      testDescription: "a second is logged with the first frame after it",
      steps: second(from: 0) + [.frame(1_000_000, 1_001_000)], lines: [line]),
    Case(
      testDescription: "two seconds are logged separately",
      steps: second(from: 0) + second(from: 5_000_000) + [.frame(9_000_000, 9_000_500)],
      lines: [line, line]),
    Case(
      testDescription: "frames without a finger have no age",
      steps: [.frame(0, 2000), .shown(9000), .frame(2_000_000, 2_002_000)],
      lines: ["1 frame; drawing p50 2 p99 2 ms"]),
    Case(
      testDescription: "a display that does not report when it shows",
      steps: [.sample(500), .frame(1000, 2000), .shown(nil), .frame(2_000_000, 2_002_000)],
      lines: ["1 frame; drawing p50 1 p99 1 ms; sample to commit p50 1.5 p99 1.5 ms"]),
    Case(
      testDescription: "a frame shows all samples that waited for it, each once",
      steps: [
        .sample(0), .sample(8000), .frame(9000, 10_000), .shown(20_000),
        .frame(29_000, 30_000), .shown(40_000), .frame(2_000_000, 2_001_000),
      ],
      lines: [
        """
        2 frames; drawing p50 1 p99 1 ms; sample to commit p50 10 p99 10 ms; \
        sample to shown p50 20 p99 20 ms
        """
      ]),
    Case(
      testDescription: "a display that reports twice when it shows",
      steps: [
        .sample(0), .frame(9000, 10_000), .shown(20_000), .shown(90_000),
        .frame(2_000_000, 2_001_000),
      ],
      lines: [
        """
        1 frame; drawing p50 1 p99 1 ms; sample to commit p50 10 p99 10 ms; \
        sample to shown p50 20 p99 20 ms
        """
      ]),
    Case(
      testDescription: "one slow frame in a hundred is the ninety-ninth percent",
      steps: (0..<100).map { .frame($0 * 9000, $0 * 9000 + ($0 == 50 ? 7000 : 1000)) }
        + [.frame(2_000_000, 2_000_500)],
      lines: ["100 frames; drawing p50 1 p99 7 ms"]),
  ])
  func logs(_ scenario: Case) {
    let logged = LoggedLines()
    var log = LatencyLog { logged.lines.append($0) }
    for step in scenario.steps {
      switch step {
      case .sample(let moment): log.sampled(atMicroseconds: moment)
      case .frame(let start, let end): log.committed(from: start, to: end)
      case .shown(let moment): log.shown(atMicroseconds: moment)
      }
    }
    #expect(logged.lines == scenario.lines)
  }

  @Test("a manySamples of samples is counted within a limit, and the next second is right")
  func manySamples() {
    let logged = LoggedLines()
    var log = LatencyLog { logged.lines.append($0) }
    for moment in 0..<100_000 { log.sampled(atMicroseconds: Int64(moment)) }
    log.committed(from: 100_000, to: 101_000)
    log.shown(atMicroseconds: 102_000)
    for step in Self.second(from: 2_000_000) {
      switch step {
      case .sample(let moment): log.sampled(atMicroseconds: moment)
      case .frame(let start, let end): log.committed(from: start, to: end)
      case .shown(let moment): log.shown(atMicroseconds: moment)
      }
    }
    log.committed(from: 4_000_000, to: 4_000_500)
    #expect(logged.lines.count == 2)
    #expect(logged.lines.last == Self.line)
  }

  private final class LoggedLines {
    var lines: [String] = []
  }
}
