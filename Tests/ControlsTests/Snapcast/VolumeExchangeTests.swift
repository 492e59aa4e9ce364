import Testing

@testable import Controls

/// Which of the reported volumes count while one of ours is pending.
@Suite struct VolumeExchangeTests {
  @Test("an answer overtaken by a command does not count, and the server is queried again")
  func overtakenAnswer() {
    var exchange = VolumeExchange()
    exchange.didSendVolume(request: 1, atMicroseconds: 0)
    exchange.doubt()
    _ = exchange.didAnswer(request: 1, atMicroseconds: 10_000)
    var settlements = [exchange.settle(atMicroseconds: 200_000)]
    exchange.didAsk(request: 2)
    exchange.didSendVolume(request: 3, atMicroseconds: 210_000)
    var counts = [exchange.didRead(request: 2, atMicroseconds: 220_000)]
    _ = exchange.didAnswer(request: 3, atMicroseconds: 230_000)
    for moment in [409_999, 410_000] as [Int64] {
      settlements.append(exchange.settle(atMicroseconds: moment))
    }
    exchange.didAsk(request: 4)
    counts.append(exchange.didRead(request: 4, atMicroseconds: 420_000))
    settlements.append(exchange.settle(atMicroseconds: 420_000))
    #expect(settlements == [.ask, .pending, .ask, .over] && counts == [false, true])
  }
}
