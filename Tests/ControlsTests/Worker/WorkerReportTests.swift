import Testing

@testable import Controls

/// What is queued for the panel while controls on a worker's thread report faster than it reads.
@Suite struct WorkerReportTests {
  private func events(_ reports: [WorkerReport]) -> [ControlEvent] {
    reports.compactMap { if case .event(let event, _) = $0 { event } else { nil } }
  }

  @Test("A flood of levels and mutes from two controls is queued as one of each") func flood() {
    var reports: [WorkerReport] = []
    var count = 0
    for step in 1...100_000 {
      for number in 0..<2 {
        let event: ControlEvent =
          step.isMultiple(of: 3) ? .muted(step.isMultiple(of: 2)) : .level(Double(step))
        if reports.add(event, number: number) { count += 1 }
      }
    }
    #expect(reports.count == 4 && count == 4)
    #expect(events(reports) == [.level(100_000), .level(100_000), .muted(false), .muted(false)])
  }

  @Test("A loss or a restart is never skipped") func losses() {
    var reports: [WorkerReport] = []
    let all: [ControlEvent] = [
      .level(0.1), .offline(reason: "gone"), .level(0.2), .unknown(reason: "lost"), .level(0.3),
      .text("a"), .level(0.4),
    ]
    for event in all { _ = reports.add(event, number: 1) }
    #expect(events(reports) == all)
    reports.append(.restarted)
    let isNew = reports.add(.level(0.5), number: 1)
    #expect(isNew && events(reports) == all + [.level(0.5)])
  }
}
