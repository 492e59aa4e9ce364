internal import Glibc

/// A system call that failed: which one, on what, and why.
///
/// The only place where `errno` is read is `check`.
public struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The C function, as its manual page is called.
  public var call: String
  /// What it was called on, such as a path; empty if that says nothing.
  public var subject: String
  /// The `errno` value.
  public var code: Int32

  public init(call: String, subject: String = "", code: Int32) {
    self.call = call
    self.subject = subject
    self.code = code
  }

  /// Why, without what and where.
  public var reason: String { String(cString: strerror(code)) }

  /// True if what it was called on is not there.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  public var description: String {
    subject.isEmpty ? "\(call): \(reason)" : "\(subject): \(reason) (\(call))"
  }

  public static let notPermitted = EPERM
  public static let noEntry = ENOENT
  public static let accessDenied = EACCES
  public static let busy = EBUSY
  public static let tryAgain = EAGAIN
}

/// Runs a system call again while signals interrupt it; throws its `errno` if it returns −1.
///
/// EBADF and EFAULT are traps: they say that this program is wrong, not the machine.
@discardableResult
public func check<Result: SignedInteger>(
  _ call: String, _ subject: String = "", _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code == EINTR { continue }
    precondition(code != EBADF && code != EFAULT, "\(call) \(subject): errno \(code)")
    throw SystemError(call: call, subject: subject, code: code)
  }
}
