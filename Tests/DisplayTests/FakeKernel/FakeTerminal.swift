import CLinux
import Glibc
import Linux

@testable import Display

/// A virtual terminal made of Swift.
final class FakeTerminal: VirtualTerminal {
  let number = 7
  /// Nothing that a crash handler could change.
  let descriptor: Int32 = -1
  var active = 7
  /// False if the terminal in front does not let go.
  var canActivate = true
  var display = Int32(KD_TEXT)
  var keyboard = Int32(K_XLATE)
  var isSwitchingOurs = false
  var journal: [String] = []
  /// The terminal that the kernel wants to switch to, and waits for our consent.
  private(set) var requested: Int?
  /// Happens just before the kernel learns that we have the terminal.
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

  /// As in the kernel, consent if it waits for that (`vt_reldisp`).
  func confirmAcquire() throws(SystemError) {
    try enter("acquire")
    onConfirmation()
    guard let requested else { return }
    active = requested
    self.requested = nil
  }

  // MARK: What a person at the keyboard does

  /// The kernel asks for our consent to a switch to another terminal; signals go to this thread, as
  /// tests have others.
  func leave() {
    requested = 1
    pthread_kill(pthread_self(), SIGUSR1)
  }

  /// The kernel has switched to our terminal.
  func comeBack() {
    active = number
    pthread_kill(pthread_self(), SIGUSR2)
  }
}
