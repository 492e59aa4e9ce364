import Linux
import Testing

/// A peer that a test scripts; it has no loop, and is served by hand.
protocol ScriptedPeer: AnyObject {
  /// Serves all that has come, and sends what is due; says whether there was anything.
  @discardableResult
  func serve() -> Bool
}

/// Something on a loop whose time is made up, with what it told and the scripted peers that it has.
///
/// Time passes in `advance` only. What a real peer does takes real time: `run` until it is there
/// before time passes in which it must have come.
protocol LoopRig: AnyObject {
  var loop: EventLoop { get }
  var peers: [any ScriptedPeer] { get }
  /// What was told, for an issue.
  var log: String { get }
}

extension LoopRig {
  /// Runs the loop and serves the peers until the condition holds, while time stands still; records
  /// an issue if it never does.
  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    try Patience.run(loop, told: log, sourceLocation: sourceLocation) {
      for peer in peers { peer.serve() }
      return try isDone()
    }
  }

  /// The same, while time passes about as fast as the real one: for what is asked again and again
  /// until a real peer is ready.
  func runWhileTimePasses(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    try run(sourceLocation: sourceLocation) {
      try loop.advance(byMicroseconds: 5000)
      return try isDone()
    }
  }

  /// Handles all that has come, on both sides, until neither has anything to do; time stands still.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) throws {
    // Only what goes round and round has so much to do.
    for _ in 0..<100_000 {
      let before = loop.wakeUpCount
      // All of them, whatever the first one says.
      let isBusy = peers.map { $0.serve() }.contains(true)
      try loop.runOnce(timeoutMilliseconds: 0)
      if !isBusy, loop.wakeUpCount == before { return }
    }
    Issue.record("it does not come to rest; told: \(log)", sourceLocation: sourceLocation)
  }

  /// Lets time pass, in which the loop and the peers do what is due.
  func advance(
    milliseconds: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try settle(sourceLocation: sourceLocation)
    // Scripted peers are as exact as this.
    let step = peers.isEmpty ? milliseconds : 1
    for _ in 0..<(milliseconds / max(step, 1)) {
      try loop.advance(byMicroseconds: step * 1000)
      try settle(sourceLocation: sourceLocation)
    }
  }
}
