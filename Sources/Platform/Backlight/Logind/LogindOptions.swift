internal import Linux

/// How to reach systemd-logind.
public struct LogindOptions: Hashable, Sendable {
  /// The bus address; nil for the system bus.
  var address: String?
  var library = LogindLibrary.system.fileName
  /// The timeout for an answer.
  var answerMicroseconds: UInt64 = 2_000_000

  /// Creates the location of this machine's logind.
  public init() {}

  /// Creates a location with another bus and another library, for tests.
  package init(
    address: String, library: String? = nil, answerMicroseconds: UInt64 = 2_000_000
  ) {
    self.address = address
    if let library { self.library = library }
    self.answerMicroseconds = answerMicroseconds
  }
}
