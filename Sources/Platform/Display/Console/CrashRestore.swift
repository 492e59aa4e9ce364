internal import CLinux
internal import Glibc
internal import Synchronization

/// Restores the console when the program crashes or a signal terminates it; otherwise the keyboard
/// would stay off and the last picture would stay on the screen.
///
/// Runs inside a signal handler, so it only reads two numbers and makes system calls
/// (signal-safety(7)).
enum CrashRestore {
  /// The number of attempts at each restoring call.
  static let attemptLimit = 3

  /// The terminal's file descriptor; −1 while there is nothing to restore.
  private static let terminal = Atomic<Int32>(-1)
  private static let keyboardMode = Atomic<Int32>(0)

  /// Traps and faults, and the signals that terminate a program by default.
  private static let signals = [
    SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS,
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGPIPE,
  ]

  static func arm(terminal descriptor: Int32, keyboardMode mode: Int32) {
    keyboardMode.store(mode, ordering: .relaxed)
    terminal.store(descriptor, ordering: .releasing)
    useOwnStack()
    for number in signals {
      var present = sigaction()
      guard sigaction(number, nil, &present) == 0,
        unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self) == 0
      else { continue }
      var action = sigaction()
      action.__sigaction_handler.sa_handler = handler
      // The kernel first restores the default action, which then ends the program with the signal.
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | Int32(SA_ONSTACK)
      sigaction(number, &action, nil)
    }
  }

  /// Stops restoring; the handlers stay installed.
  static func disarm() {
    terminal.store(-1, ordering: .releasing)
  }

  private static let handler: @convention(c) (Int32) -> Void = { number in
    CrashRestore.restore()
    // Blocked until the handler returns; then it terminates the program.
    raise(number)
  }

  static func restore() {
    let descriptor = terminal.exchange(-1, ordering: .acquiringAndReleasing)
    guard descriptor >= 0 else { return }
    let keyboardMode = keyboardMode.load(ordering: .relaxed)
    attempt { ioctl(descriptor, UInt(KDSKBMODE), keyboardMode) }
    attempt { ioctl(descriptor, UInt(KDSETMODE), Int32(KD_TEXT)) }
    var mode = vt_mode()
    mode.mode = numericCast(VT_AUTO)
    attempt { ioctl(descriptor, UInt(VT_SETMODE), &mode) }
  }

  private static func attempt(_ call: () -> Int32) {
    for _ in 0..<attemptLimit where call() == 0 { return }
  }

  /// Gives handlers their own stack, in case the ordinary one has overflowed.
  ///
  /// Never freed, because a handler may run on it at any time.
  private static func useOwnStack() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0
    else { return }
    let byteCount = 65_536
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 16)
    stack.ss_size = byteCount
    sigaltstack(&stack, nil)
  }
}
