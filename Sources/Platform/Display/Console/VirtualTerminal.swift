internal import CLinux
internal import Glibc
internal import Linux

/// A kernel virtual terminal, with its `ioctl` calls (console_ioctl(4)); tests have their own.
protocol VirtualTerminal: AnyObject {
  /// The terminal's number: 1 for `/dev/tty1`.
  var number: Int { get }
  /// Used by the crash handler.
  var descriptor: Int32 { get }
  /// Returns the number of the active terminal.
  func activeNumber() throws(SystemError) -> Int
  /// Requests that it become active; does not wait.
  func activate() throws(SystemError)

  /// Sets `KD_TEXT` or `KD_GRAPHICS`.
  func setDisplayMode(_ mode: Int32) throws(SystemError)
  /// Returns `K_UNICODE`, `K_OFF`, ….
  func keyboardMode() throws(SystemError) -> Int32
  func setKeyboardMode(_ mode: Int32) throws(SystemError)

  /// Requests signals before another terminal becomes active, and after this one has.
  func takeSwitching(releaseSignal: Int32, acquireSignal: Int32) throws(SystemError)
  /// Lets the kernel switch without consent again.
  func leaveSwitching() throws(SystemError)
  /// Permits the switch to another terminal; fails with EINVAL if the kernel did not request it.
  func allowRelease() throws(SystemError)
  /// Confirms the signalled switch to this terminal.
  func confirmAcquire() throws(SystemError)
}

/// A terminal of this machine.
final class LinuxVirtualTerminal: VirtualTerminal {
  let number: Int
  private let tty: FileDescriptor

  private init(owning tty: consuming FileDescriptor, number: Int) {
    self.tty = tty
    self.number = number
  }

  /// Returns the terminal on which this program was started; for a program without one, such as a
  /// service or one started over ssh, returns the active one.
  ///
  /// Returns nil if there is none, as in a container, or if it may not be used.
  static func find() -> LinuxVirtualTerminal? {
    if let number = number(ofTerminal: STDIN_FILENO), let terminal = open(number) {
      return terminal
    }
    if let tty = try? FileDescriptor.open("/dev/tty", flags: O_RDWR | O_NOCTTY | O_NONBLOCK) {
      // The controlling terminal is not a virtual one, as over ssh: use the active one.
      guard let number = number(ofTerminal: tty.number) else { return active() }
      return open(number)
    }
    return active()
  }

  private static func active() -> LinuxVirtualTerminal? {
    guard let tty = try? FileDescriptor.open("/dev/tty0", flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
    else { return nil }
    var state = vt_stat()
    guard ioctl(tty.number, UInt(VT_GETSTATE), &state) == 0 else { return nil }
    return open(Int(state.v_active))
  }

  private static func open(_ number: Int) -> LinuxVirtualTerminal? {
    guard
      let tty = try? FileDescriptor.open(
        "/dev/tty\(number)", flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
    else { return nil }
    return LinuxVirtualTerminal(owning: tty, number: number)
  }

  /// Returns the number of the virtual terminal behind a descriptor; nil if it is something else.
  private static func number(ofTerminal descriptor: Int32) -> Int? {
    // Also correct for /dev/tty, which is an alias of the controlling terminal.
    var device: UInt32 = 0
    guard ioctl(descriptor, UInt(CLINUX_TIOCGDEV), &device) == 0 else { return nil }
    let major = device >> 8 & 0xFFF
    let minor = device & 0xFF
    return major == 4 && (1...63).contains(minor) ? Int(minor) : nil
  }

  var descriptor: Int32 { tty.number }

  func activeNumber() throws(SystemError) -> Int {
    var state = vt_stat()
    try check("VT_GETSTATE") { ioctl(descriptor, UInt(VT_GETSTATE), &state) }
    return Int(state.v_active)
  }

  func activate() throws(SystemError) {
    try check("VT_ACTIVATE") { ioctl(descriptor, UInt(VT_ACTIVATE), Int32(number)) }
  }

  func setDisplayMode(_ mode: Int32) throws(SystemError) {
    try check("KDSETMODE") { ioctl(descriptor, UInt(KDSETMODE), mode) }
  }

  func keyboardMode() throws(SystemError) -> Int32 {
    // The kernel writes a C int, or a long in some calls.
    var mode = 0
    try check("KDGKBMODE") { ioctl(descriptor, UInt(KDGKBMODE), &mode) }
    return Int32(truncatingIfNeeded: mode)
  }

  func setKeyboardMode(_ mode: Int32) throws(SystemError) {
    try check("KDSKBMODE") { ioctl(descriptor, UInt(KDSKBMODE), mode) }
  }

  func takeSwitching(releaseSignal: Int32, acquireSignal: Int32) throws(SystemError) {
    var mode = vt_mode()
    mode.mode = numericCast(VT_PROCESS)
    mode.relsig = Int16(releaseSignal)
    mode.acqsig = Int16(acquireSignal)
    try check("VT_SETMODE") { ioctl(descriptor, UInt(VT_SETMODE), &mode) }
  }

  func leaveSwitching() throws(SystemError) {
    var mode = vt_mode()
    mode.mode = numericCast(VT_AUTO)
    try check("VT_SETMODE") { ioctl(descriptor, UInt(VT_SETMODE), &mode) }
  }

  func allowRelease() throws(SystemError) {
    try check("VT_RELDISP") { ioctl(descriptor, UInt(VT_RELDISP), Int32(1)) }
  }

  func confirmAcquire() throws(SystemError) {
    try check("VT_RELDISP") { ioctl(descriptor, UInt(VT_RELDISP), Int32(VT_ACKACQ)) }
  }
}
