import Gesture
import Knobs
import Pairs
import Testing

/// Reports of a touch after any two others equal those of the first touch ever.
@Suite struct ReporterPairTests {
  typealias Row = Pair<Turn, Ending>

  /// The times of a finger's changes, in milliseconds.
  enum Turn: String, CaseIterable, Sendable {
    case none, one, quick, slow

    var changes: [Int64] {
      switch self {
      case .none: []
      case .one: [5]
      case .quick: [0, 10, 20, 95, 104]
      case .slow: [0, 150, 300]
      }
    }
  }

  /// How the first touch ends.
  enum Ending: String, CaseIterable, Sendable {
    case lifted, later
  }

  private struct Played {
    var reporter: Reporter
    private var milliseconds: Int64 = 0
    /// When changes were reported, relative to the touch.
    private(set) var reports: [Int64] = []

    init(_ report: Report) { reporter = Reporter(report) }

    private func time(_ milliseconds: Int64) -> Timestamp {
      Timestamp(microseconds: milliseconds * 1000)
    }

    mutating func play(_ turn: Turn, ending: Ending) {
      reports = []
      for change in turn.changes {
        tick(until: change)
        if reporter.change(at: time(milliseconds + change)) { reports.append(change) }
      }
      let end = (turn.changes.last ?? 0) + (ending == .later ? 500 : 1)
      tick(until: end)
      if reporter.finish() { reports.append(-end) }
      milliseconds += end + 1000
    }

    private mutating func tick(until end: Int64) {
      while let wake = reporter.wake, wake <= time(milliseconds + end) {
        if reporter.tick(at: wake) { reports.append(wake.microseconds / 1000 - milliseconds) }
      }
    }
  }

  @Test(arguments: Row.all) func behavesLikeFresh(row: Row) {
    for occasion in Report.Occasion.allCases {
      for perSecond in [nil, 10.0] {
        var report = Report()
        (report.occasion, report.perSecond) = (occasion, perSecond)
        var used = Played(report)
        used.play(row.first, ending: row.between)
        used.play(row.second, ending: .lifted)
        #expect(used.reporter.wake == nil && !used.reporter.isWaiting)
        for turn in Turn.allCases {
          var (again, fresh) = (used, Played(report))
          again.play(turn, ending: .lifted)
          fresh.play(turn, ending: .lifted)
          #expect(again.reports == fresh.reports, "\(turn), \(occasion)")
        }
      }
    }
  }
}
