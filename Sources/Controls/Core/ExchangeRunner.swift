internal import Linux

/// What a back end does for a `LevelExchange`.
protocol ExchangeTarget: AnyObject {
  /// Writes a number; returns the identifier of its confirmation, nil if none will come.
  func write(_ write: LevelExchange.Write) -> UInt16?
  /// Mutes or unmutes the target; returns as above.
  func write(isMuted: Bool) -> UInt16?
  /// Asks the target for its level.
  func read()
}

/// Runs a `LevelExchange` on an event loop: gives it the time, and carries out its effects.
///
/// Not for use from a second thread; `stop` it before the loop ends.
final class ExchangeRunner {
  /// Receives all events; called on the event loop's thread.
  var onEvent: (ControlEvent) -> Void = { _ in }
  private(set) var exchange: LevelExchange
  private let loop: EventLoop
  /// Weak, as the target is the owner.
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

  /// Forgets what is under way; no event follows.
  func stop() {
    alarm?.cancel()
    alarm = nil
    exchange.stop()
  }

  /// Passes an input on, with the time, and carries out what follows; ignored while it is stopped.
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
    // A write may have failed, and an event may have stopped the control: the rest is out of date then.
    if let isMuted = effects.muted, exchange.revision == revision { onEvent(.muted(isMuted)) }
    if let level = effects.level, exchange.revision == revision { onEvent(.level(level)) }
    if effects.reads, isRunning { target?.read() }
  }
}
