import Foundation
import Layout
import Testing

@testable import Controls
@testable import Linux

/// A command control running real programs on a manual clock, and the events that it reported.
final class CommandRig {
  let loop: EventLoop
  let folder: TestFolder
  private var factory: (any ControlFactory)?
  private(set) var control: CommandControl?
  private(set) var events: [ControlEvent] = []

  init(_ folder: TestFolder) throws {
    loop = try EventLoop(clock: ManualClock())
    self.folder = folder
    factory = CommandBackEnd().makeFactory(on: loop)
  }

  /// Makes a control and starts it.
  func start(_ settings: CommandSettings) throws {
    let control = try #require(factory?.makeControl(ifOwn: settings) as? CommandControl)
    control.onEvent = { [unowned self] in events.append($0) }
    self.control = control
    control.start()
  }

  func set(_ level: Double, isFinal: Bool = true) {
    control?.set(level: level, isFinal: isFinal)
  }

  /// Releases the control and its factory, as at the end of the panel.
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

  /// The last reported mute state.
  var lastMute: Bool? {
    for case .muted(let isMuted) in events.reversed() { return isMuted }
    return nil
  }

  var losses: [String] {
    events.compactMap { if case .offline(let reason) = $0 { reason } else { nil } }
  }

  /// Whether a `set` program is running or a value is waiting.
  var isBusy: Bool { control?.queue?.isBusy ?? false }

  /// Whether a `set` program is known to be running.
  var isSetting: Bool { control?.queue?.hasChild ?? false }

  /// Whether a restart of a failed program is scheduled.
  var isRetrying: Bool { control?.retryAlarm?.deadlineMicroseconds != nil }

  /// Runs the loop until a condition holds; records an issue on a timeout.
  ///
  /// Manual time advances only by the pause after each read of a program's output.
  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    try Patience.run(loop, state: events, sourceLocation: sourceLocation) {
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

  /// Advances the manual clock and handles what becomes due; does not wait for programs.
  func pass(milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }

  /// Advances the manual clock at least as fast as programs print.
  func flow(milliseconds: Int64) throws {
    for _ in 0..<milliseconds * 1000 / PipeReader.pauseMicroseconds {
      try loop.runOnce(timeoutMilliseconds: 5)
      try loop.advance(byMicroseconds: PipeReader.pauseMicroseconds)
    }
  }

  /// Whether a process exists, including as a zombie.
  static func exists(_ id: String) -> Bool {
    guard let id = Int32(id.trimmingCharacters(in: .whitespacesAndNewlines)) else { return false }
    return kill(id, 0) == 0
  }
}
