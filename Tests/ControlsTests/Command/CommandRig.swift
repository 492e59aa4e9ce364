import Foundation
import Layout
import Linux
import Testing

@testable import Controls

/// A command control on a loop, and all that it told.
final class CommandRig {
  let loop: EventLoop
  let folder: TestFolder
  private var factory: CommandControlFactory?
  private(set) var control: CommandControl?
  private(set) var events: [ControlEvent] = []

  init(_ folder: TestFolder) throws {
    loop = try EventLoop()
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

  var losses: [String] {
    events.compactMap { if case .offline(let reason) = $0 { reason } else { nil } }
  }

  /// Runs the loop until it is so; records an issue if it never becomes so.
  func run(
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + 30_000_000
    while try !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("it never came; told: \(events)", sourceLocation: sourceLocation)
        return
      }
      try loop.runOnce(timeoutMilliseconds: 20)
    }
  }

  /// Runs the loop for so long, to see that something does not happen.
  func linger(milliseconds: Int64) throws {
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while MonotonicClock.microseconds < end { try loop.runOnce(timeoutMilliseconds: 20) }
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
