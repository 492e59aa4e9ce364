/// When a desk is asked for the value of each address; pure.
///
/// | an address                               | then                                         |
/// |------------------------------------------|----------------------------------------------|
/// | is to be asked                           | goes out when its time has come              |
/// | has been asked, and answers              | is done                                      |
/// | has not answered for half a second       | is asked again, three times in all           |
/// | has not answered the third time          | is given up                                  |
///
/// At most eight questions go out in 10 ms: mixers lose packets that come in one burst.
struct QueryPlan {
  /// Time for an answer.
  static let answerMicroseconds: Int64 = 500_000
  static let attemptLimit = 3
  static let burstCount = 8
  static let burstMicroseconds: Int64 = 10_000

  private struct Question {
    let address: String
    /// When it is asked, or given up.
    var dueAt: Int64
    var attempts = 0
    var firstAskedAt: Int64 = 0
  }

  private var questions: [Question] = []
  private var nextBurstAt: Int64 = .min

  enum Step: Equatable {
    case ask(String)
    /// The address did not answer; `since` is when it was asked first.
    case giveUp(String, since: Int64)
  }

  /// Asks an address at a time, instead of any question to it that is under way.
  mutating func ask(_ address: String, atMicroseconds time: Int64) {
    // A loop of its own, as this is done for each write and must not ask the heap for memory.
    for index in questions.indices where questions[index].address == address {
      questions[index].dueAt = time
      questions[index].attempts = 0
      return
    }
    questions.append(Question(address: address, dueAt: time))
  }

  /// Asks an address at a time, unless it is to be asked or has been, and has not answered.
  mutating func askUnlessUnderway(_ address: String, atMicroseconds time: Int64) {
    guard !questions.contains(where: { $0.address == address }) else { return }
    questions.append(Question(address: address, dueAt: time))
  }

  /// Forgets an address.
  mutating func drop(_ address: String) {
    questions.removeAll { $0.address == address }
  }

  /// Forgets all.
  mutating func reset() {
    questions.removeAll()
  }

  /// Notes that an address has told its value; true if it was asked for it.
  mutating func didHear(from address: String) -> Bool {
    guard let index = questions.firstIndex(where: { $0.address == address }),
      questions[index].attempts > 0
    else { return false }
    questions.remove(at: index)
    return true
  }

  /// When to call `next`; nil if nothing is to be asked and no answer is awaited.
  var deadlineMicroseconds: Int64? {
    guard !questions.isEmpty else { return nil }
    var first = Int64.max
    for index in questions.indices { first = min(first, questions[index].dueAt) }
    return max(first, nextBurstAt)
  }

  /// What is to be done now: eight steps at most, each only once.
  mutating func next(atMicroseconds now: Int64) -> [Step] {
    guard now >= nextBurstAt else { return [] }
    var steps: [Step] = []
    for index in questions.indices.reversed()
    where questions[index].dueAt <= now && steps.count < Self.burstCount {
      let question = questions[index]
      if question.attempts == Self.attemptLimit {
        questions.remove(at: index)
        steps.append(.giveUp(question.address, since: question.firstAskedAt))
        continue
      }
      if question.attempts == 0 { questions[index].firstAskedAt = now }
      questions[index].attempts += 1
      questions[index].dueAt = now + Self.answerMicroseconds
      steps.append(.ask(question.address))
    }
    if !steps.isEmpty { nextBurstAt = now + Self.burstMicroseconds }
    return steps
  }
}
