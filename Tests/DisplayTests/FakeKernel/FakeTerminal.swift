import CLinux
import Glibc
import Linux

@testable import Display

/// A simulated virtual terminal.
final class FakeTerminal: VirtualTerminal {
  let number = 7
  /// Invalid, so that a crash handler cannot change anything.
  let descriptor: Int32 = -1
  var active = 7
  /// Whether the active terminal gives way.
  var canActivate = true
  var display = Int32(KD_TEXT)
  var keyboard = Int32(K_XLATE)
  var isSwitchingOurs = false
  var journal: [String] = []
  /// The terminal that the kernel is about to switch to; it waits for our consent.
  private(set) var requested: Int?
  /// Called just before the kernel receives our confirmation of a switch.
  var onConfirmation: () -> Void = {}
  var failure: (call: String, code: Int32)?
  /// How often that call fails.
  var failureCount = Int.max

  private func enter(_ call: String) throws(SystemError) {
    if let failure, failure.call == call, failureCount > 0 {
      failureCount -= 1
      throw SystemError(call: call, code: failure.code)
    }
    journal.append(call)
  }

  func activeNumber() throws(SystemError) -> Int { active }

  func activate() throws(SystemError) {
    try enter("activate")
    if canActivate { active = number }
  }

  func setDisplayMode(_ mode: Int32) throws(SystemError) {
    try enter(mode == Int32(KD_GRAPHICS) ? "graphics" : "text")
    display = mode
  }

  func keyboardMode() throws(SystemError) -> Int32 { keyboard }

  func setKeyboardMode(_ mode: Int32) throws(SystemError) {
    try enter(mode == Int32(K_OFF) ? "keyboard off" : "keyboard on")
    keyboard = mode
  }

  func takeSwitching(releaseSignal: Int32, acquireSignal: Int32) throws(SystemError) {
    try enter("take switching")
    isSwitchingOurs = true
  }

  func leaveSwitching() throws(SystemError) {
    try enter("leave switching")
    isSwitchingOurs = false
  }

  func allowRelease() throws(SystemError) {
    guard let requested else { throw SystemError(call: "release", code: EINVAL) }
    try enter("release")
    active = requested
    self.requested = nil
  }

  /// As in the kernel, consents to a pending switch (`vt_reldisp`).
  func confirmAcquire() throws(SystemError) {
    try enter("acquire")
    onConfirmation()
    guard let requested else { return }
    active = requested
    self.requested = nil
  }

  // MARK: Actions of a person at the keyboard

  /// Simulates the kernel's request to switch to another terminal.
  ///
  /// The signal goes to this thread, as tests run on several.
  func leave() {
    requested = 1
    pthread_kill(pthread_self(), SIGUSR1)
  }

  /// Simulates the kernel's switch to our terminal.
  func comeBack() {
    active = number
    pthread_kill(pthread_self(), SIGUSR2)
  }
}
