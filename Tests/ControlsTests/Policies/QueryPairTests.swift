import Pairs
import Testing

@testable import Controls

/// The policies that wait for answers of a server or a desk behave as new after any two acts.
@Suite struct QueryPairTests {
  @Test(arguments: Pair<PlayedVolume.Act, PlayedVolume.Between>.all)
  func volumeExchange(row: Pair<PlayedVolume.Act, PlayedVolume.Between>) {
    PlayedVolume.expectFresh(after: row)
  }

  @Test(arguments: Pair<PlayedDesk.Act, PlayedDesk.Between>.all)
  func queryPlan(row: Pair<PlayedDesk.Act, PlayedDesk.Between>) {
    PlayedDesk.expectFresh(after: row)
  }
}

/// The volume of a client at a server that answers each command.
struct PlayedVolume: Rested {
  enum Act: String, CaseIterable, Sendable {
    case one, waits, final, mute, doubted, doubtedWhileRead, overtaken
  }
  enum Between: String, CaseIterable, Sendable { case nothing, settled, doubt }

  var seen: [String] = []
  private var exchange = VolumeExchange()
  private var now: Int64 = 0
  private var request = 0
  /// Whether the server has been queried and has not answered yet.
  private var isRead = false

  func fresh() -> Self {
    var other = Self()
    other.now = now
    return other
  }

  private mutating func set(_ percent: Int, isFinal: Bool = false) {
    now += 10
    let isDue = exchange.offer(percent: percent, isFinal: isFinal)
    seen.append("\(percent) \(isDue ? "sent" : "waits")")
    if isDue { send() }
  }

  private mutating func send() {
    request += 1
    exchange.didSendVolume(request: request, atMicroseconds: now * 1000)
  }

  private mutating func answer(after wait: Int64 = 20) {
    now += wait
    guard let volume = exchange.volumeRequest ?? exchange.muteRequest else { return }
    let next = exchange.didAnswer(request: volume, atMicroseconds: now * 1000)
    seen.append("answered, then \(next.map(String.init) ?? "-")")
    if next != nil { send() }
  }

  private mutating func settle() {
    if let deadline = exchange.deadlineMicroseconds { now = max(now, deadline / 1000) }
    let settlement = exchange.settle(atMicroseconds: now * 1000)
    seen.append("\(settlement)")
    guard settlement == .ask else { return }
    request += 1
    exchange.didAsk(request: request)
  }

  private mutating func read() {
    now += 20
    seen.append("read \(exchange.didRead(request: request, atMicroseconds: now * 1000))")
  }

  mutating func play(_ act: Act) {
    switch act {
    case .one: set(30)
    case .waits: for percent in [30, 31, 32] { set(percent) }
    case .final:
      set(30)
      set(35, isFinal: true)
    case .mute:
      now += 10
      request += 1
      exchange.didSendMute(request: request, atMicroseconds: now * 1000)
      set(40)
    case .doubted:
      set(30)
      exchange.doubt()
      answer()
    case .doubtedWhileRead:
      play(.doubted)
      settle()
      exchange.doubt()
      read()
    case .overtaken:
      play(.doubted)
      settle()
      set(50)
      read()
    }
  }

  mutating func play(_ between: Between) {
    switch between {
    case .nothing: break
    case .settled: rest()
    case .doubt: exchange.doubt()
    }
  }

  /// Plays until the exchange is over.
  mutating func rest() {
    for _ in 0..<20 {
      while exchange.volumeRequest != nil || exchange.muteRequest != nil { answer() }
      settle()
      if seen.last == "over" { break }
      read()
    }
    now += 1000
  }
}

/// A desk that is queried for the values of addresses.
struct PlayedDesk: Rested {
  enum Act: String, CaseIterable, Sendable {
    case answers, silent, silentOnce, later, twice, many, dropped, unqueried, underway
  }
  enum Between: String, CaseIterable, Sendable { case nothing, reset, dropped, passed }

  var seen: [String] = []
  private var plan = QueryPlan()
  private var now: Int64 = 0

  func fresh() -> Self {
    var other = Self()
    other.now = now
    return other
  }

  private mutating func query(_ address: String, after wait: Int64 = 0) {
    plan.query(address, atMicroseconds: (now + wait) * 1000)
  }

  private mutating func receive(_ address: String) {
    seen.append("received \(plan.didReceive(from: address))")
  }

  private mutating func pass(_ wait: Int64) {
    let end = now + wait
    while let deadline = plan.deadlineMicroseconds, deadline <= end * 1000 {
      now = max(now, deadline / 1000)
      for step in plan.next(atMicroseconds: now * 1000) {
        switch step {
        case .query(let address): seen.append("\(address) after \(now - end + wait)")
        case .giveUp(let address, let since):
          seen.append("\(address) given up after \(now - since / 1000)")
        }
      }
    }
    now = end
  }

  mutating func play(_ act: Act) {
    switch act {
    case .answers:
      query("/a")
      pass(20)
      receive("/a")
    case .silent: query("/a")
    case .silentOnce:
      query("/a")
      pass(600)
      receive("/a")
    case .later: query("/a", after: 700)
    case .twice:
      query("/a")
      pass(300)
      query("/a")
      pass(300)
      receive("/a")
    case .many: for index in 0..<20 { query("/\(index)") }
    case .dropped:
      query("/a")
      pass(20)
      plan.drop("/a")
    case .unqueried: receive("/a")
    case .underway:
      plan.queryUnlessPending("/a", atMicroseconds: now * 1000)
      pass(100)
      plan.queryUnlessPending("/a", atMicroseconds: now * 1000)
      pass(600)
      receive("/a")
    }
  }

  mutating func play(_ between: Between) {
    switch between {
    case .nothing: break
    case .reset: plan.reset()
    case .dropped: plan.drop("/a")
    case .passed: pass(450)
    }
  }

  /// Waits until all queries are answered or given up.
  mutating func rest() { pass(5000) }
}
