import Testing

@testable import Controls

/// When addresses are queried; times are in milliseconds.
@Suite struct QueryPlanTests {
  private func steps(_ plan: inout QueryPlan, at milliseconds: Int64) -> [QueryPlan.Step] {
    plan.next(atMicroseconds: milliseconds * 1000)
  }

  @Test("An address that answers is queried once") func answered() {
    var plan = QueryPlan()
    plan.query("/a", atMicroseconds: 0)
    #expect(plan.deadlineMicroseconds == 0)
    #expect(steps(&plan, at: 0) == [.query("/a")])
    let wasQueried = plan.didReceive(from: "/a")
    #expect(wasQueried)
    #expect(plan.deadlineMicroseconds == nil)
    #expect(steps(&plan, at: 5000) == [])
  }

  @Test("An address that does not answer is queried three times, then given up") func unanswered() {
    var plan = QueryPlan()
    plan.query("/a", atMicroseconds: 0)
    #expect(steps(&plan, at: 0) == [.query("/a")])
    #expect(steps(&plan, at: 499) == [])
    #expect(steps(&plan, at: 500) == [.query("/a")])
    #expect(steps(&plan, at: 1000) == [.query("/a")])
    #expect(steps(&plan, at: 1500) == [.giveUp("/a", since: 0)])
    #expect(plan.deadlineMicroseconds == nil)
  }

  @Test("A message before the query is not its answer and does not cancel it") func early() {
    var plan = QueryPlan()
    plan.query("/a", atMicroseconds: 500_000)
    let wasQueried = plan.didReceive(from: "/a")
    #expect(!wasQueried)
    #expect(steps(&plan, at: 500) == [.query("/a")])
  }

  @Test("A later query replaces an earlier one") func replaced() {
    var plan = QueryPlan()
    plan.query("/a", atMicroseconds: 500_000)
    plan.query("/a", atMicroseconds: 700_000)
    #expect(steps(&plan, at: 500) == [])
    #expect(steps(&plan, at: 700) == [.query("/a")])
    plan.query("/a", atMicroseconds: 900_000)
    let wasQueried = plan.didReceive(from: "/a")
    #expect(!wasQueried)
  }

  @Test("Queries go out in bursts of eight") func bursts() {
    var plan = QueryPlan()
    for index in 0..<20 { plan.query("/\(index)", atMicroseconds: 0) }
    var counts: [Int] = []
    var queried: Set<String> = []
    for time: Int64 in [0, 5, 10, 20, 30] {
      let steps = steps(&plan, at: time)
      counts.append(steps.count)
      for case .query(let address) in steps { queried.insert(address) }
    }
    #expect(counts == [8, 0, 8, 4, 0])
    #expect(queried.count == 20)
  }

  @Test("A dropped address is not queried") func dropped() {
    var plan = QueryPlan()
    plan.query("/a", atMicroseconds: 0)
    plan.query("/b", atMicroseconds: 0)
    plan.drop("/a")
    #expect(steps(&plan, at: 0) == [.query("/b")])
  }
}
