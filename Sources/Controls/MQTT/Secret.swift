internal import Glibc
internal import Linux

/// Where a secret is kept; layouts are copied and published, so they do not contain it.
public enum Secret: Hashable, Sendable {
  /// The first line of a file.
  case file(String)
  /// An environment variable.
  case environment(String)

  /// The most bytes of a file that holds a secret.
  static let byteLimit = 65_536

  /// The current secret.
  func read() throws(MQTTError) -> String {
    let text: String
    switch self {
    case .file(let path):
      do {
        let bytes = try WholeFile.read(path, limit: Secret.byteLimit)
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        text = String(decoding: line, as: UTF8.self)
      } catch {
        throw .noPassword("\(error)")
      }
      if text.isEmpty { throw .noPassword("the first line of \(path) is empty") }
    case .environment(let name):
      guard let value = getenv(name), value.pointee != 0 else {
        throw .noPassword("there is no environment variable \(name)")
      }
      text = String(cString: value)
    }
    return text
  }
}
