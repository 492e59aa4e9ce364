internal import CLinux
internal import Glibc

/// Waits for a program to end, on an event loop, or terminates it.
///
/// When the program ends, whatever it left running in its process group is killed, so that a
/// program that never ends its children does not fill the machine. If this object is released
/// first, all of them are killed.
///
/// Not for use from a second thread; must not outlive the loop.
public final class ChildProcess {
  /// The time that a program has to end after `SIGTERM` before it is killed.
  public static let graceMicroseconds: Int64 = 500_000
  /// The time that the kernel has to end a killed program.
  private static let killMilliseconds: Int32 = 100

  /// Called once, when the program has ended by itself or after `terminate`.
  public var onEnd: (ProcessEnd) -> Void = { _ in }
  /// How it ended; nil while it runs.
  public private(set) var end: ProcessEnd?

  private let program: StartedProgram
  private let loop: EventLoop
  private var killAlarm: Alarm?

  /// - Parameters:
  ///   - program: The program; no other code may wait for it.
  ///   - loop: The loop on which its end is reported.
  /// - Throws: An error if the loop cannot watch it; then it is killed.
  public init(_ program: StartedProgram, loop: EventLoop) throws(SystemError) {
    self.program = program
    self.loop = loop
    try loop.watch(program.end.number, for: .readable) { [unowned self] _ in didEnd() }
  }

  deinit {
    loop.unwatch(program.end.number)
    killAlarm?.cancel()
    guard end == nil else { return }
    kill(-program.id, SIGKILL)
    wait(milliseconds: Self.killMilliseconds)
    waitpid(program.id, nil, WNOHANG)
  }

  /// The process id.
  public var id: Int32 { program.id }

  /// Sends `SIGTERM` to the program and everything in its process group, and kills them if it has
  /// not ended within the grace period; `onEnd` follows.
  public func terminate() {
    guard end == nil, killAlarm == nil else { return }
    kill(-program.id, SIGTERM)
    // A stopped program (SIGSTOP) would not end.
    kill(-program.id, SIGCONT)
    killAlarm = loop.makeAlarm { [unowned self] in kill(-program.id, SIGKILL) }
    killAlarm?.set(afterMicroseconds: Self.graceMicroseconds)
  }

  /// Blocks until the program has ended or the timeout expires; used when the panel exits.
  ///
  /// - Returns: Whether it has ended.
  @discardableResult
  public func wait(milliseconds: Int32) -> Bool {
    end != nil || program.end.waitForInput(milliseconds: max(0, milliseconds))
  }

  private func didEnd() {
    guard end == nil else { return }
    // The group's id is not reused before the program is waited for.
    kill(-program.id, SIGKILL)
    var status: Int32 = 0
    guard waitpid(program.id, &status, WNOHANG) == program.id else { return }
    loop.unwatch(program.end.number)
    killAlarm?.cancel()
    killAlarm = nil
    let end = ProcessEnd(waitStatus: status)
    self.end = end
    onEnd(end)
  }
}
