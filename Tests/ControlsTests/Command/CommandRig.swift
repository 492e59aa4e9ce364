import Foundation
import Layout
import Testing

@testable import Controls
@testable import Linux

/// A command control of real programs on a loop whose time a test advances, and all that it told.
final class CommandRig {
  let loop: EventLoop
  let folder: TestFolder
  private var factory: CommandControlFactory?
  private(set) var control: CommandControl?
  private(set) var events: [ControlEvent] = []

  init(_ folder: TestFolder) throws {
    loop = try EventLoop(clock: ManualClock())
    self.folder = folder
    factory = CommandControlFactory(loop: loop)
  }

  /// Makes a control and starts it.
  func start(_ settings: CommandSettings) throws {
    let control = try #require(factory?.makeControl(settings) as? CommandControl)
    control.onEvent = { [unowned self] in events.append($0) }
    self.control = control
    control.start()
  }

  func set(_ level: Double, isFinal: Bool = true) {
    control?.set(level: level, isFinal: isFinal)
  }

  /// As the panel ends: nothing is left after this.
  func end() {
    control?.stop()
    control = nil
    factory = nil
  }

  var levels: [Double] {
    events.compactMap { if case .level(let level) = $0 { level } else { nil } }
  }

  var unreadable: [String] {
    events.compactMap { if case .unreadable(let reason) = $0 { reason } else { nil } }
  }

  /// Whether it was muted, as was told last.
  var lastMute: Bool? {
    for case .muted(let isMuted) in events.reversed() { return isMuted }
    return nil
  }

  var losses: [String] {
    events.compactMap { if case .offline(let reason) = $0 { reason } else { nil } }
  }

  /// Whether a program that sets something runs, or something waits to be set.
  var isBusy: Bool { control?.queue?.isBusy ?? false }

  /// Whether a program that sets something is known to run.
  var isSetting: Bool { control?.queue?.hasChild ?? false }

  /// Whether programs that failed are to be started again later.
  var isRetrying: Bool { control?.retryAlarm?.deadlineMicroseconds != nil }

  /// Runs the loop until it is so; records an issue if it never becomes so.
  ///
  /// Of the time only as much passes as what reads a program's output waits after each reading.
  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    try Patience.run(loop, told: events, sourceLocation: sourceLocation) {
      if try isDone() { return true }
      try passPause()
      return false
    }
  }

  private func passPause() throws {
    guard let next = loop.armedMicroseconds else { return }
    let rest = next - loop.nowMicroseconds
    if rest <= PipeReader.pauseMicroseconds { try loop.advance(byMicroseconds: max(rest, 0)) }
  }

  /// Lets time pass, and handles all that becomes of it; programs take no part in that.
  func pass(milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }

  /// Lets time pass as fast as programs print, or faster.
  func flow(milliseconds: Int64) throws {
    for _ in 0..<milliseconds * 1000 / PipeReader.pauseMicroseconds {
      try loop.runOnce(timeoutMilliseconds: 5)
      try loop.advance(byMicroseconds: PipeReader.pauseMicroseconds)
    }
  }

  /// Whether a process exists, also as a zombie.
  static func exists(_ id: String) -> Bool {
    guard let id = Int32(id.trimmingCharacters(in: .whitespacesAndNewlines)) else { return false }
    return kill(id, 0) == 0
  }
}

extension CommandSettings {
  /// Programs with numbers from 0 to 100.
  init(
    set: [String]? = nil, watch: [String]? = nil, get: [String]? = nil, mute: Mute? = nil,
    timeout: Int64 = 5_000_000
  ) {
    self.init()
    (self.set, self.watch, self.get, self.mute) = (set, watch, get, mute)
    timeoutMicroseconds = timeout
  }
}
