internal import Linux

/// Where systemd-logind is reached.
public struct LogindPlace: Hashable, Sendable {
  /// The bus; nil for the system's.
  var address: String?
  var library = LogindLibrary.system.fileName
  /// How long it may take to answer.
  var answerMicroseconds: UInt64 = 2_000_000

  /// The one of this machine.
  public init() {}

  /// For tests: another bus, and another library.
  package init(
    address: String, library: String? = nil, answerMicroseconds: UInt64 = 2_000_000
  ) {
    self.address = address
    if let library { self.library = library }
    self.answerMicroseconds = answerMicroseconds
  }
}
