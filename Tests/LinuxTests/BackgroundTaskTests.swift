import Dispatch
import TestPatience
import Testing

@testable import Linux

@Suite struct BackgroundTaskTests {
  @Test("the result of a thread is delivered on the loop, once")
  func delivery() throws {
    let loop = try EventLoop()
    var delivered: [[Int]] = []
    let task = try BackgroundTask(
      on: loop, make: { Array(0..<3) }, deliver: { delivered.append($0) })
    try Patience.run(loop, state: delivered) { !delivered.isEmpty }
    for _ in 0..<3 { try loop.runOnce(timeoutMilliseconds: 0) }
    #expect(delivered == [[0, 1, 2]])
    withExtendedLifetime(task) {}
  }

  @Test("during delivery, a task may be released and another one started")
  func succession() throws {
    let loop = try EventLoop()
    var delivered: [String] = []
    var task: BackgroundTask<String>?
    func begin(_ name: String) throws {
      task = try BackgroundTask(on: loop, make: { name }) { name in
        delivered.append(name)
        task = nil
        if delivered.count < 3 { try? begin(name + "+") }
      }
    }
    try begin("a")
    try Patience.run(loop, state: delivered) { task == nil }
    #expect(delivered == ["a", "a+", "a++"])
  }

  @Test("a task released early delivers nothing, and its thread ends")
  func release() throws {
    let loop = try EventLoop()
    let (permit, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var isDelivered = false
    var task: BackgroundTask<Int>? = try BackgroundTask(
      on: loop,
      make: {
        permit.wait()
        end.signal()
        return 1
      }, deliver: { _ in isDelivered = true })
    #expect(task != nil)
    task = nil
    permit.signal()
    end.wait()
    for _ in 0..<3 { try loop.runOnce(timeoutMilliseconds: 0) }
    #expect(!isDelivered)
  }
}
