import Glibc
import Linux
import TestPatience
import Testing

@Suite struct WorkerTests {
  @Test func aMailboxKeepsTheLatestAndWakesTheLoop() throws {
    let mailbox = try Mailbox([Int: Int]())
    let loop = try EventLoop()
    var taken: [Int: Int] = [:]
    try loop.watch(mailbox.descriptor, for: .readable) { _ in
      taken = [:]
      mailbox.take(into: &taken)
    }
    let worker = try Worker {
      for value in 1...1000 { mailbox.post { $0[value % 3] = value } }
    }
    #expect(worker.join(withinMilliseconds: Patience.milliseconds))
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(taken == [0: 999, 1: 1000, 2: 998])
    #expect(loop.wakeUpCount == 1)
    // Empty, and silent until the next post.
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.wakeUpCount == 1)
    #expect(mailbox.withContents { $0 }.isEmpty)
    #expect(!mailbox.wait(milliseconds: 0))
    mailbox.post { $0[7] = 7 }
    #expect(mailbox.wait(milliseconds: 0))
  }

  @Test func joiningAHungThreadTimesOut() throws {
    let release = try Mailbox(false)
    let ended = try Mailbox(false)
    let worker = try Worker {
      _ = release.wait(milliseconds: Patience.milliseconds)
      ended.post { $0 = true }
    }
    let start = MonotonicClock.microseconds
    #expect(!worker.join(withinMilliseconds: 50))
    #expect(MonotonicClock.microseconds - start >= 50_000)
    release.post { $0 = true }
    #expect(ended.wait(milliseconds: Patience.milliseconds))
  }

  @Test func signalsGoToOtherThreads() throws {
    let answer = try Mailbox([Bool]())
    let worker = try Worker {
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      let blocked = [SIGTERM, SIGINT, SIGHUP, SIGSEGV].map { sigismember(&mask, $0) == 1 }
      answer.post { $0 = blocked }
    }
    #expect(worker.join(withinMilliseconds: Patience.milliseconds))
    #expect(answer.withContents { $0 } == [true, true, true, false])
  }
}
