internal import CLinux
internal import Glibc
internal import Linux

/// Switches a virtual terminal to graphics mode while the panel shows, and takes part in switching
/// between terminals (console_ioctl(4)).
///
///     signal      active before       what happens
///     USR1        the panel           willRelease; the kernel switches away: didRelease
///     USR1        the panel           willRelease; not requested by the kernel: didNotRelease
///     USR2        another terminal    didAcquire, then the panel shows again
///     both        another terminal    the kernel switches away again
///
/// A signal is only a reason to check the kernel's state: any process can send one, several of one
/// number arrive as one, and USR1 is read before an earlier USR2.
///
/// Otherwise the cursor would blink in the picture and typed text would reach a hidden shell. All
/// of it is undone by `close`, after a crash and on signals that terminate the program; after
/// SIGKILL, the next start undoes it.
final class Console {
  /// Called when another terminal may be about to become active: the panel must release the card
  /// before this returns.
  var willRelease: () -> Void = {}
  /// Called when another terminal is active.
  var didRelease: () -> Void = {}
  /// Called when this terminal stays active: the panel takes the card back.
  var didNotRelease: () -> Void = {}
  /// Called when this terminal is active again: the panel may show.
  var didAcquire: () -> Void = {}
  /// Receives messages about what could not be restored, and what to do.
  var onTrouble: (String) -> Void = { _ in }
  /// Whether this terminal is the active one.
  private(set) var isActive = true

  private let terminal: any VirtualTerminal
  private let signals: Signals
  private let loop: EventLoop
  private let keyboardMode: Int32
  private var isOpen = true

  /// Makes the terminal active and takes it over.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - loop: The loop that watches its signals.
  ///   - restoresAfterCrash: Whether it is restored after a crash or a terminating signal.
  /// - Throws: The failed system call; earlier changes are undone.
  init(
    _ terminal: any VirtualTerminal, loop: EventLoop, restoresAfterCrash: Bool = true
  ) throws(SystemError) {
    // A killed program left the keyboard off; restoring that would lock people out.
    let found = try terminal.keyboardMode()
    let keyboardMode = found == Int32(K_OFF) ? Int32(K_UNICODE) : found
    let signals = try Signals([Signals.user1, Signals.user2])
    self.terminal = terminal
    self.signals = signals
    self.loop = loop
    self.keyboardMode = keyboardMode
    if restoresAfterCrash {
      CrashRestore.arm(terminal: terminal.descriptor, keyboardMode: keyboardMode)
    }
    do throws(SystemError) {
      try makeActive()
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

  /// Restores the terminal, or leaves it as it is for the next run of this program; may be called
  /// twice.
  func close(restoring: Bool = true) {
    guard isOpen else { return }
    isOpen = false
    loop.unwatch(signals.descriptor)
    if restoring { Self.restore(terminal, keyboardMode: keyboardMode, onTrouble: onTrouble) }
    CrashRestore.disarm()
  }

  /// Returns a terminal to text mode, whichever program changed it.
  static func restore(
    _ terminal: any VirtualTerminal, keyboardMode: Int32, onTrouble: (String) -> Void
  ) {
    let name = "/dev/tty\(terminal.number)"
    func restore(_ consequence: String, _ call: () throws(SystemError) -> Void) {
      guard let failure = attempt(call) else { return }
      onTrouble("the console could not be restored: \(failure); \(consequence)")
    }
    // The keyboard first: it is needed most to repair the machine.
    restore("its keyboard stays off; run “sudo kbd_mode -u -C \(name)”") {
      () throws(SystemError) in try terminal.setKeyboardMode(keyboardMode)
    }
    restore("it shows no text; run “sudo systemctl restart getty@tty\(terminal.number)”") {
      () throws(SystemError) in try terminal.setDisplayMode(Int32(KD_TEXT))
    }
    restore("its keys do not switch consoles; run “sudo chvt N” to switch") {
      () throws(SystemError) in try terminal.leaveSwitching()
    }
  }

  /// Makes a restoring call, and retries it if it fails, because people would be locked out.
  private static func attempt(_ call: () throws(SystemError) -> Void) -> SystemError? {
    var failure: SystemError?
    for _ in 0..<CrashRestore.attemptLimit {
      do throws(SystemError) {
        try call()
        return nil
      } catch {
        failure = error
      }
    }
    return failure
  }

  /// Makes the terminal active, which may need the active one's consent; waits at most a second.
  private func makeActive() throws(SystemError) {
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
    var arrived: Set<Int32> = []
    while let signal = signals.next() { arrived.insert(signal) }
    let isAskedToRelease = arrived.contains(Signals.user1)
    if !isActive {
      // It became active and is already being left again: nothing is shown that would have to stop.
      if isAskedToRelease { try? terminal.allowRelease() }
      acquire()
    } else if isAskedToRelease {
      release()
    }
  }

  private func release() {
    willRelease()
    do throws(SystemError) {
      // Fails if the kernel did not request it.
      try terminal.allowRelease()
    } catch {
      didNotRelease()
      return
    }
    isActive = false
    didRelease()
  }

  private func acquire() {
    guard isInFront else { return }
    try? terminal.confirmAcquire()
    // The kernel treats the confirmation as consent to a switch requested meanwhile.
    guard isInFront else { return }
    isActive = true
    didAcquire()
  }

  /// Whether the kernel reports this terminal as active; if the query fails, the signal is trusted.
  private var isInFront: Bool {
    (try? terminal.activeNumber()) ?? terminal.number == terminal.number
  }
}
