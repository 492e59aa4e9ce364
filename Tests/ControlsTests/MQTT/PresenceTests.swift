import Testing

@testable import Controls

/// A device that comes and goes, with made-up times.
@Suite struct PresenceTests {
  enum Step: Sendable {
    case leave(Int64, counts: Bool)
    case comeBack(Int64, counts: Bool)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [Step]
    /// When it counts as back in the end, in milliseconds; nil if it does not wait.
    var deadline: Int64?
  }

  @Test(arguments: [
    Case(
      testDescription: "gone for a second, and back at once",
      steps: [.leave(0, counts: true), .comeBack(1000, counts: true)]),
    Case(
      testDescription: "back too early: absent for 250 ms after it left",
      steps: [.leave(0, counts: true), .comeBack(1, counts: false)], deadline: 250),
    Case(
      testDescription: "present when checked again in time",
      steps: [
        .leave(0, counts: true), .comeBack(1, counts: false), .comeBack(249, counts: false),
        .comeBack(250, counts: true),
      ]),
    Case(
      testDescription: "a repeated absence counts once, and cancels a waiting return",
      steps: [
        .leave(0, counts: true), .comeBack(1, counts: false), .leave(2, counts: false),
      ]),
    Case(
      testDescription: "a return while present has no effect",
      steps: [.comeBack(0, counts: false)]),
    Case(
      testDescription: "the second wait is twice as long",
      steps: [
        .leave(0, counts: true), .comeBack(300, counts: true), .leave(301, counts: true),
        .comeBack(302, counts: false),
      ], deadline: 801),
    Case(
      testDescription: "after 10 seconds present, the wait is as short as the first one",
      steps: [
        .leave(0, counts: true), .comeBack(300, counts: true), .leave(10_301, counts: true),
        .comeBack(10_302, counts: false),
      ], deadline: 10_551),
  ]) func table(_ table: Case) {
    var presence = Presence()
    for step in table.steps {
      switch step {
      case .leave(let moment, let counts):
        #expect(presence.leave(atMicroseconds: moment * 1000) == counts)
      case .comeBack(let moment, let counts):
        #expect(presence.comeBack(atMicroseconds: moment * 1000) == counts)
      }
    }
    #expect(presence.deadlineMicroseconds == table.deadline.map { $0 * 1000 })
  }

  @Test("A device that flaps 10,000 times a second for six minutes is reported 41 times")
  func flapping() {
    var presence = Presence()
    var count = 0
    for moment in stride(from: Int64(0), to: 360_000_000, by: 100) {
      if moment % 200 == 0 {
        if presence.leave(atMicroseconds: moment) { count += 1 }
      } else {
        _ = presence.comeBack(atMicroseconds: moment)
      }
    }
    // The waits are 0.25, 0.5, 1, 2, 4 and 8 seconds, then 10 seconds each.
    #expect((40...42).contains(count), "\(count)")
  }

  @Test("A broker that accepts and hangs up at once is retried 370 times an hour") func hangingUp()
  {
    var retry = Retry()
    var now: Int64 = 0
    var count = 0
    while now < 3_600_000_000 {
      count += 1
      retry.didOpen(atMicroseconds: now + 1000)
      let next = retry.nextMicroseconds(now: now + 2000)
      #expect(next > now)
      now = next
    }
    #expect((360...370).contains(count), "\(count)")
  }

  @Test("After more than 10 connected seconds, the wait starts at 250 ms again") func retries() {
    var retry = Retry()
    let waits = (0..<4).map { _ in retry.nextMicroseconds(now: 0) }
    #expect(waits == [250_000, 500_000, 1_000_000, 2_000_000])
    retry.didOpen(atMicroseconds: 0)
    #expect(retry.nextMicroseconds(now: 10_000_000) == 14_000_000)
    retry.didOpen(atMicroseconds: 20_000_000)
    #expect(retry.nextMicroseconds(now: 30_000_001) == 30_250_001)
  }

  @Test(
    "Silence in either direction pings the broker; no answer gives up",
    arguments: [
      // Each letter is half an interval: s sent only, r received only, b both, - neither.
      ("bbb", [.nothing, .nothing, .nothing, .nothing]),
      ("b-", [.nothing, .nothing, .ping]), ("bs", [.nothing, .nothing, .ping]),
      ("br", [.nothing, .nothing, .ping]), ("--", [.nothing, .ping, .giveUp]),
      // The ping counts as sent, and its answer as received.
      ("-bb", [.nothing, .ping, .nothing, .nothing]),
      ("-b-b", [.nothing, .ping, .nothing, .ping, .nothing]),
      ("-r-", [.nothing, .ping, .ping, .giveUp]), ("-ss", [.nothing, .ping, .giveUp]),
    ] as [(String, [Keepalive.Action])]) func keepalive(
      _ text: String, _ actions: [Keepalive.Action]
    )
  {
    var keepalive = Keepalive()
    var found = [keepalive.tick()]
    for letter in text where found.last != .giveUp {
      if letter == "s" || letter == "b" { keepalive.didSend() }
      if letter == "r" || letter == "b" { keepalive.didReceive() }
      found.append(keepalive.tick())
    }
    #expect(found == actions)
  }
}
