import Linux
import Testing

@Suite struct BackoffTests {
  @Test func waitsDoubleUpToTenSeconds() {
    var backoff = Backoff()
    let waits = (0..<8).map { _ in backoff.nextMicroseconds(jitter: 0) / 1000 }
    #expect(waits == [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
    backoff.reset()
    #expect(backoff.nextMicroseconds(jitter: 0) == 250_000)
  }

  @Test func jitterShortensByUpToAQuarter() {
    for (jitter, wait) in [
      (0.0, 250_000), (0.5, 218_750), (1, 187_500), (7, 187_500), (-1, 250_000),
    ] {
      var backoff = Backoff()
      #expect(backoff.nextMicroseconds(jitter: jitter) == Int64(wait))
    }
  }

  @Test func onlyALastingConnectionResetsTheWait() {
    var backoff = Backoff(firstMicroseconds: 100, longestMicroseconds: 500)
    let waits = (0..<5).map { _ in backoff.nextMicroseconds() }
    #expect(waits == [100, 200, 400, 500, 500])
    backoff.reset(afterMicroseconds: 500)
    #expect(backoff.nextMicroseconds() == 500)
    backoff.reset(afterMicroseconds: 501)
    #expect(backoff.nextMicroseconds() == 100)
  }
}
