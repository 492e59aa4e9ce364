import Testing

@testable import Controls

/// What counts of the volumes that a server tells while one of ours is under way.
@Suite struct VolumeExchangeTests {
  @Test("an answer overtaken by a command does not count, and the server is asked again")
  func overtakenAnswer() {
    var exchange = VolumeExchange()
    exchange.didSendVolume(request: 1, atMicroseconds: 0)
    exchange.doubt()
    #expect(exchange.didAnswer(request: 1, atMicroseconds: 10_000) == nil)
    #expect(exchange.settle(atMicroseconds: 200_000) == .ask)
    exchange.didAsk(request: 2)
    exchange.didSendVolume(request: 3, atMicroseconds: 210_000)
    #expect(!exchange.didRead(request: 2, atMicroseconds: 220_000))
    #expect(exchange.didAnswer(request: 3, atMicroseconds: 230_000) == nil)
    #expect(exchange.settle(atMicroseconds: 409_999) == .pending)
    #expect(exchange.settle(atMicroseconds: 410_000) == .ask)
    exchange.didAsk(request: 4)
    #expect(exchange.didRead(request: 4, atMicroseconds: 420_000))
    #expect(exchange.settle(atMicroseconds: 420_000) == .over)
  }
}
