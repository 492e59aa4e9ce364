internal import Glibc

/// The error of a system call: which call, on what, and why.
public struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The C function, such as "open".
  public var call: String
  /// The object of the call, such as a path; empty if there is none.
  public var subject: String
  /// The `errno` value.
  public var code: Int32

  /// Creates the error of a call from its `errno`.
  public init(call: String, subject: String = "", code: Int32) {
    self.call = call
    self.subject = subject
    self.code = code
  }

  /// The system's text for the code.
  public var reason: String { String(cString: strerror(code)) }

  /// Whether the file or folder does not exist.
  public var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the call may succeed later (`EAGAIN`).
  public var isTemporary: Bool { code == EAGAIN }

  /// Whether another program already uses the address.
  public var isAddressInUse: Bool { code == EADDRINUSE }

  /// Subject, reason and call in one line.
  public var description: String {
    subject.isEmpty ? "\(call): \(reason)" : "\(subject): \(reason) (\(call))"
  }

  /// `EPERM`.
  public static let notPermitted = EPERM
  /// `ENOENT`.
  public static let noEntry = ENOENT
  /// `EACCES`.
  public static let accessDenied = EACCES
  /// `EBUSY`.
  public static let busy = EBUSY
  /// `ETIMEDOUT`.
  public static let timedOut = ETIMEDOUT
  /// `EAGAIN`.
  public static let tryAgain = EAGAIN
}

/// Makes a system call, and repeats it while signals interrupt it (`EINTR`).
///
/// `EBADF` and `EFAULT` trap, because they are always bugs of this program.
///
/// - Throws: The `errno` if `body` returns −1.
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
