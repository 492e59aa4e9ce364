/// A control that is a member of a connection while it runs; its policy is a `LevelExchange`.
protocol MemberControl: ExchangeControl {
  /// Joins the connection.
  func join()
  /// Leaves the connection, which makes no further calls.
  func leave()
  /// Forgets what the target has reported, after a loss.
  func forget()
}

extension MemberControl {
  /// Does nothing: `start` contacts the target.
  func open() {}

  /// Joins the connection; the level, or the reason why there is none, arrives as an event.
  func start() {
    guard !runner.isRunning else { return }
    runner.start()
    join()
  }

  /// Leaves the connection; no events follow.
  func stop() {
    guard runner.isRunning else { return }
    leave()
    runner.stop()
    forget()
  }

  /// The connection or the target is lost.
  func didLose(reason: String) {
    forget()
    runner.update { exchange, _ in exchange.lost(.offline(reason: reason)) }
  }
}
