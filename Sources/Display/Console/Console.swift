internal import CLinux
internal import Glibc
internal import Linux

/// Puts a text console aside while the panel shows, and takes part in switching consoles.
///
///     signal    what was in front    what happens
///     USR1      the panel            onRelease, then the kernel may switch away
///     USR2      another console      onAcquire, then the panel shows again
///
/// The cursor would blink in the picture and typed text would reach a hidden shell otherwise. All
/// of it is undone by `close`, by a crash and by signals that end the program; after SIGKILL the
/// next start does it.
final class Console {
  /// The panel has to stop showing before this returns.
  var onRelease: () -> Void = {}
  /// The panel may show again.
  var onAcquire: () -> Void = {}
  private(set) var isActive = true

  private let terminal: any VirtualTerminal
  private let signals: Signals
  private let loop: EventLoop
  private let keyboardMode: Int32
  private var isOpen = true

  /// Takes the terminal; what a failing call had taken before is given back.
  init(_ terminal: any VirtualTerminal, loop: EventLoop) throws(SystemError) {
    // What a killed program left behind is not worth restoring.
    let found = try terminal.keyboardMode()
    let keyboardMode = found == Int32(K_OFF) ? Int32(K_UNICODE) : found
    let signals = try Signals([Signals.user1, Signals.user2])
    self.terminal = terminal
    self.signals = signals
    self.loop = loop
    self.keyboardMode = keyboardMode
    CrashRestore.arm(terminal: terminal.descriptor, keyboardMode: keyboardMode)
    do throws(SystemError) {
      try comeToFront()
      try terminal.setKeyboardMode(Int32(K_OFF))
      try terminal.setDisplayMode(Int32(KD_GRAPHICS))
      try terminal.takeSwitching(releaseSignal: Signals.user1, acquireSignal: Signals.user2)
      try loop.watch(self.signals.descriptor, for: .readable) { [weak self] _ in self?.receive() }
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// Gives the terminal back as it was; may be called twice.
  func close() {
    guard isOpen else { return }
    isOpen = false
    loop.unwatch(signals.descriptor)
    // The keyboard first: it matters most to somebody who has to mend things.
    try? terminal.setKeyboardMode(keyboardMode)
    try? terminal.setDisplayMode(Int32(KD_TEXT))
    try? terminal.leaveSwitching()
    CrashRestore.disarm()
  }

  /// Makes the terminal visible, which may take the consent of the one in front; waits a second at
  /// most.
  private func comeToFront() throws(SystemError) {
    if try terminal.activeNumber() == terminal.number { return }
    try terminal.activate()
    for _ in 0..<100 {
      if try terminal.activeNumber() == terminal.number { return }
      usleep(10_000)
    }
    throw SystemError(
      call: "VT_ACTIVATE", subject: "/dev/tty\(terminal.number)", code: ETIMEDOUT)
  }

  private func receive() {
    while let signal = signals.next() {
      if signal == Signals.user1 { release() } else if signal == Signals.user2 { acquire() }
    }
  }

  private func release() {
    // Signals that somebody else sent change nothing.
    guard isActive else { return }
    isActive = false
    onRelease()
    try? terminal.allowRelease()
  }

  private func acquire() {
    guard !isActive else { return }
    try? terminal.confirmAcquire()
    isActive = true
    onAcquire()
  }
}
