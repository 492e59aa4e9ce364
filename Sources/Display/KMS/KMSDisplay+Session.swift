internal import CLinux
internal import Linux

/// Lets go of the card and takes it again as the seat service says.
extension KMSDisplay {
  func sessionChanged(_ change: DeviceSessionChange) {
    switch change {
    case .deactivated:
      waitForFlip()
      // The card stays open, so that its last picture is there until the next session shows.
      pause("another session is in front", isRetried: false)
    case .activated:
      recovery.reset()
      // The service may have revoked what it opened before.
      if let card { forgetCard(at: card.path) }
      resume()
    case .lost(let reason, let wasActive):
      waitForFlip()
      pause("the seat service is gone", isRetried: false)
      if let card { restoreAndRelease(card) }
      if wasActive { restoreConsole() }
      options.warn(
        "the seat service is gone (\(reason)); the panel shows again as soon as it is back "
          + "(sudo systemctl restart seatd)")
    }
  }

  /// Restores the console, which the service cannot do any more: without keyboard and text, nobody
  /// could start it again.
  ///
  /// What the user may not do is left.
  private func restoreConsole() {
    guard let terminal = findTerminal(), (try? terminal.keyboardMode()) == Int32(K_OFF)
    else { return }
    Console.restore(terminal, keyboardMode: Int32(K_UNICODE), onTrouble: options.warn)
  }
}
