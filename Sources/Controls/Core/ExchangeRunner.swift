internal import Linux

/// The part of a back end that a `LevelExchange` uses.
protocol ExchangeTarget: AnyObject {
  /// Writes a number; returns the identifier of its confirmation, nil if there will be none.
  func write(_ write: LevelExchange.Write) -> UInt16?
  /// Mutes or unmutes the target; returns as above.
  func write(isMuted: Bool) -> UInt16?
  /// Queries the target's level.
  func read()
}

/// A control whose policy is a `LevelExchange`, to which it passes the panel's requests.
protocol ExchangeControl: Control, ExchangeTarget {
  var runner: ExchangeRunner { get }
}

extension ExchangeControl {
  var onEvent: (ControlEvent) -> Void {
    get { runner.onEvent }
    set { runner.onEvent = newValue }
  }

  func set(level: Double, isFinal: Bool) {
    runner.update { $0.set(level, isFinal: isFinal, at: $1) }
  }

  func set(isMuted: Bool) {
    runner.update { $0.set(isMuted: isMuted, at: $1) }
  }
}

/// Runs a `LevelExchange` on an event loop: passes it the time, and carries out its effects.
///
/// Not thread-safe; call `stop` before the loop ends.
final class ExchangeRunner {
  /// Receives all events; called on the event loop's thread.
  var onEvent: (ControlEvent) -> Void = { _ in }
  private(set) var exchange: LevelExchange
  private let loop: EventLoop
  /// Weak, because the target is the owner.
  weak var target: (any ExchangeTarget)?
  private var alarm: Alarm?

  init(_ exchange: LevelExchange, loop: EventLoop) {
    (self.exchange, self.loop) = (exchange, loop)
  }

  deinit {
    stop()
  }

  var isRunning: Bool { alarm != nil }

  func start() {
    alarm = loop.makeAlarm { [unowned self] in update { $0.tick(at: $1) } }
  }

  /// Drops everything pending; no events follow.
  func stop() {
    alarm?.cancel()
    alarm = nil
    exchange.stop()
  }

  /// Passes on an input with the time, and carries out its effects; ignored while stopped.
  func update(_ input: (inout LevelExchange, _ now: Int64) -> LevelExchange.Effects) {
    guard isRunning else { return }
    let effects = input(&exchange, loop.nowMicroseconds)
    let revision = exchange.revision
    if let write = effects.write { exchange.didWrite(id: target?.write(write)) }
    if let isMuted = effects.mutes {
      let id = target?.write(isMuted: isMuted)
      if exchange.pace.isSequential { exchange.didWrite(id: id) }
    }
    alarm?.set(atMicroseconds: exchange.nextWakeMicroseconds)
    if let event = effects.event { onEvent(event) }
    // If a write has failed, or an event has stopped the control, the rest is out of date.
    if let isMuted = effects.muted, exchange.revision == revision { onEvent(.muted(isMuted)) }
    if let level = effects.level, exchange.revision == revision { onEvent(.level(level)) }
    if effects.reads, isRunning { target?.read() }
  }
}
