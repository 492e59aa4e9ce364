internal import Glibc
public import Layout
internal import Linux

/// Why a secret named in a layout cannot be read: one line without a full stop.
public struct UnreadableSecret: Error, Hashable, CustomStringConvertible {
  /// The reason, which contains no part of the secret.
  public let description: String
}

extension Secret {
  /// The size limit in bytes of a file that contains a secret.
  static let byteLimit = 65_536

  /// Returns the current secret.
  ///
  /// - Throws: The reason as one line, never the underlying error itself.
  public func read() throws(UnreadableSecret) -> String {
    let text: String
    switch self {
    case .file(let path):
      do {
        let bytes = try WholeFile.read(path, limit: Secret.byteLimit)
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        text = String(decoding: line, as: UTF8.self)
      } catch {
        throw UnreadableSecret(description: "\(error)")
      }
      if text.isEmpty {
        throw UnreadableSecret(description: "the first line of \(path) is empty")
      }
    case .environment(let name):
      guard let value = getenv(name), value.pointee != 0 else {
        throw UnreadableSecret(description: "there is no environment variable \(name)")
      }
      text = String(cString: value)
    }
    return text
  }
}
