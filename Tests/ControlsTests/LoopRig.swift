import Linux
import Testing

/// A peer that a test scripts; it has no loop of its own, and the test serves it.
protocol ScriptedPeer: AnyObject {
  /// Handles everything received and sends what is due; returns whether there was anything to do.
  @discardableResult
  func serve() -> Bool
}

/// An object on a loop with a manual clock, its reports and its scripted peers.
///
/// Time passes in `advance` only. A real peer works in real time: `run` until its message has
/// arrived before advancing past the time by which it must have come.
protocol LoopRig: AnyObject {
  var loop: EventLoop { get }
  var peers: [any ScriptedPeer] { get }
  /// What was reported so far, for issues.
  var log: String { get }
}

extension LoopRig {
  /// Runs the loop and serves the peers, without advancing time, until the condition holds; records
  /// an issue on a timeout.
  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    try Patience.run(loop, state: log, sourceLocation: sourceLocation) {
      for peer in peers { peer.serve() }
      return try isDone()
    }
  }

  /// Like `run`, but time passes about as fast as in reality: for requests that are repeated until
  /// a real peer is ready.
  func runWhileTimePasses(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    try run(sourceLocation: sourceLocation) {
      try loop.advance(byMicroseconds: 5000)
      return try isDone()
    }
  }

  /// Runs both sides, without advancing time, until neither has anything left to do.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    // Only an endless exchange takes this many rounds.
    for _ in 0..<100_000 {
      let before = loop.wakeUpCount
      // Serves all peers, even if the first one is busy.
      let isBusy = peers.map { $0.serve() }.contains(true)
      try loop.runOnce(timeoutMilliseconds: 0)
      if !isBusy, loop.wakeUpCount == before { return }
    }
    Issue.record("the loop does not become idle; events: \(log)", sourceLocation: sourceLocation)
  }

  /// Advances time; the loop and the peers do what becomes due.
  func advance(
    milliseconds: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try settle(sourceLocation: sourceLocation)
    // Scripted peers act with millisecond accuracy.
    let step = peers.isEmpty ? milliseconds : 1
    for _ in 0..<(milliseconds / max(step, 1)) {
      try loop.advance(byMicroseconds: step * 1000)
      try settle(sourceLocation: sourceLocation)
    }
  }
}
