import Glibc
import Testing

@testable import Linux

@Suite struct SystemErrorTests {
  @Test func interruptedCallsRunAgain() throws {
    var calls = 0
    let result: Int32 = try check("call") {
      calls += 1
      if calls < 4 {
        errno = EINTR
        return -1
      }
      return 5
    }
    #expect(result == 5)
    #expect(calls == 4)
  }

  @Test func errorsIncludeCallSubjectAndReason() {
    let error = #expect(throws: SystemError.self) {
      try check("open", "/dev/snd/controlC0") { () -> Int32 in
        errno = EACCES
        return -1
      }
    }
    #expect(error == SystemError(call: "open", subject: "/dev/snd/controlC0", code: EACCES))
    #expect(error?.description == "/dev/snd/controlC0: Permission denied (open)")
    #expect(
      SystemError(call: "epoll_wait", code: EPERM).description
        == "epoll_wait: Operation not permitted")
  }

  @Test func otherNegativeResultsAreNotErrors() throws {
    #expect(try check("call") { Int32(-2) } == -2)
  }

  @Test func aClosedDescriptorTraps() async {
    await #expect(processExitsWith: .failure) {
      try check("fcntl") { fcntl(9999, F_GETFD) }
    }
  }
}

@Suite struct SignalsTests {
  @Test func collectsSignals() throws {
    let signals = try Signals([Signals.user1, Signals.user2])
    #expect(signals.next() == nil)
    pthread_kill(pthread_self(), Signals.user2)
    #expect(signals.next() == Signals.user2)
    #expect(signals.next() == nil)
  }

  @Test func wakesTheLoop() throws {
    let signals = try Signals([Signals.user1])
    let loop = try EventLoop()
    var seen: [Int32] = []
    let number = signals.descriptor
    try loop.watch(number, for: .readable) { _ in seen.append(number) }
    pthread_kill(pthread_self(), Signals.user1)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(seen == [number])
    #expect(signals.next() == Signals.user1)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.wakeUpCount == 1)
  }

  @Test(arguments: [Signals.terminate, Signals.interrupt, Signals.hangUp])
  func aTerminatingSignalIsRead(_ number: Int32) async {
    await #expect(processExitsWith: .success) { [number] in
      let signals = try Signals([number])
      pthread_kill(pthread_self(), number)
      exit(signals.next() == number ? 0 : 1)
    }
  }
}
