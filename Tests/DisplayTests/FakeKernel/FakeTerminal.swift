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
  var failure: (call: String, code: Int32)?

  private func enter(_ call: String) throws(SystemError) {
    if let failure, failure.call == call { throw SystemError(call: call, code: failure.code) }
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

  func allowRelease() throws(SystemError) { try enter("release") }
  func confirmAcquire() throws(SystemError) { try enter("acquire") }
}
