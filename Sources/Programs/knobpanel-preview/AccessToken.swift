internal import Linux
internal import Program

/// The token that gives a browser access.
enum AccessToken {
  /// The minimum and maximum number of characters of a token in a file.
  private static let leastCount = 16
  private static let mostCount = 256

  /// Returns an unguessable token: 128 random bits from the kernel, in hexadecimal digits.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in String(Int.random(in: 0..<16, using: &generator), radix: 16) }
      .joined()
  }

  /// Returns the token in the first line of a file.
  static func read(_ path: String) throws -> String {
    let bytes: [UInt8]
    do throws(WholeFile.Failure) {
      bytes = try WholeFile.read(path, limit: 4096)
    } catch {
      throw Problem(
        "cannot read the token: \(error)",
        advice: "Create one, such as with `openssl rand -hex 16 > \(path)`.")
    }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    let isGood = line.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    guard isGood, (leastCount...mostCount).contains(line.count) else {
      throw Problem(
        "\(path): the first line must be \(leastCount) to \(mostCount) letters, digits, - or _",
        advice: "Create one, such as with `openssl rand -hex 16 > \(path)`.")
    }
    return String(decoding: line, as: UTF8.self)
  }
}
