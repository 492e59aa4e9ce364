/// Schedules the queries to a desk, one per address, without I/O.
///
/// | address                                  | then                                         |
/// |------------------------------------------|----------------------------------------------|
/// | is to be queried                         | is queried when due                          |
/// | was queried, and answers                 | is done                                      |
/// | has not answered for half a second       | is queried again, three times in all         |
/// | has not answered the third query         | is given up                                  |
///
/// At most eight queries are sent in 10 ms: mixers lose packets that arrive in one burst.
struct QueryPlan {
  /// The time allowed for an answer.
  static let answerMicroseconds: Int64 = 500_000
  static let attemptLimit = 3
  static let burstCount = 8
  static let burstMicroseconds: Int64 = 10_000

  private struct Query {
    let address: String
    /// When to query the address, or to give up.
    var dueAt: Int64
    var attempts = 0
    var firstQueriedAt: Int64 = 0
  }

  private var queries: [Query] = []
  private var nextBurstAt: Int64 = .min

  enum Step: Equatable {
    case query(String)
    /// The address did not answer; `since` is the time of the first query.
    case giveUp(String, since: Int64)
  }

  /// Queries an address at a given time, replacing any query of it that is pending.
  mutating func query(_ address: String, atMicroseconds time: Int64) {
    // A plain loop: this runs for each write and must not allocate memory.
    for index in queries.indices where queries[index].address == address {
      queries[index].dueAt = time
      queries[index].attempts = 0
      return
    }
    queries.append(Query(address: address, dueAt: time))
  }

  /// Queries an address at a given time, unless a query of it is pending.
  mutating func queryUnlessPending(_ address: String, atMicroseconds time: Int64) {
    guard !queries.contains(where: { $0.address == address }) else { return }
    queries.append(Query(address: address, dueAt: time))
  }

  /// Drops an address.
  mutating func drop(_ address: String) {
    queries.removeAll { $0.address == address }
  }

  /// Drops all addresses.
  mutating func reset() {
    queries.removeAll()
  }

  /// Marks an address as answered; returns whether it had been queried.
  mutating func didReceive(from address: String) -> Bool {
    guard let index = queries.firstIndex(where: { $0.address == address }),
      queries[index].attempts > 0
    else { return false }
    queries.remove(at: index)
    return true
  }

  /// When to call `next`; nil if no query is pending.
  var deadlineMicroseconds: Int64? {
    guard !queries.isEmpty else { return nil }
    var first = Int64.max
    for index in queries.indices { first = min(first, queries[index].dueAt) }
    return max(first, nextBurstAt)
  }

  /// Returns the steps to take now: at most eight, each returned once.
  mutating func next(atMicroseconds now: Int64) -> [Step] {
    guard now >= nextBurstAt else { return [] }
    var steps: [Step] = []
    for index in queries.indices.reversed()
    where queries[index].dueAt <= now && steps.count < Self.burstCount {
      let query = queries[index]
      if query.attempts == Self.attemptLimit {
        queries.remove(at: index)
        steps.append(.giveUp(query.address, since: query.firstQueriedAt))
        continue
      }
      if query.attempts == 0 { queries[index].firstQueriedAt = now }
      queries[index].attempts += 1
      queries[index].dueAt = now + Self.answerMicroseconds
      steps.append(.query(query.address))
    }
    if !steps.isEmpty { nextBurstAt = now + Self.burstMicroseconds }
    return steps
  }
}
