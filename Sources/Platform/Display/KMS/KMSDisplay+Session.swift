internal import CLinux
internal import Linux

/// Releases and reacquires the card when the seat service says so.
extension KMSDisplay {
  func sessionChanged(_ change: DeviceSessionChange) {
    switch change {
    case .deactivated:
      waitForFlip()
      // The card stays open, so that its last picture remains until the next session draws.
      pause("another session is active", isRetried: false)
    case .activated:
      recovery.reset()
      // The service may have revoked the file descriptor that it opened before.
      if let card { forgetCard(at: card.path) }
      resume()
    case .lost(let reason, let wasActive):
      waitForFlip()
      pause("the seat service is gone", isRetried: false)
      if let card { restoreAndRelease(card) }
      if wasActive { restoreConsole() }
      options.warn(
        "the seat service is gone (\(reason)); the panel continues when it is back "
          + "(sudo systemctl restart seatd)")
    }
  }

  /// Restores the console, which the service no longer can: without keyboard and text, the service
  /// could not be restarted.
  ///
  /// Does nothing if this user may not open the terminal.
  private func restoreConsole() {
    guard let terminal = findTerminal(), (try? terminal.keyboardMode()) == Int32(K_OFF)
    else { return }
    Console.restore(terminal, keyboardMode: Int32(K_UNICODE), onTrouble: options.warn)
  }
}
