/// A word of a line that may be, or contain, an address of a network.
struct NetworkWord {
  private let bytes: ArraySlice<UInt8>

  /// The last parts of names in networks of homes and companies, and the usual public ones.
  private static let domains: Set = [
    "local", "lan", "home", "internal", "intranet", "localdomain", "arpa", "com", "net", "org",
  ]
  private static let mark = Array(PrivateText.Kind.address.mark.utf8)

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The word with marks in place of addresses.
  var shown: [UInt8] {
    if let end = bytes.indices.first(where: { bytes[$0...].starts(with: "://".utf8) }) {
      let before = bytes[..<end].lastIndex { !$0.isOfWord }.map { $0 + 1 } ?? bytes.startIndex
      // The rest of a URL is all address.
      return NetworkWord(bytes[..<before]).shown + bytes[before..<end] + Array("://".utf8)
        + Self.mark
    }
    if isLogin { return Self.mark }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if let end = addressEnd(at: index) {
        result += Self.mark
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// Whether it is `user@host`; a mode such as `1280x720@59.9` and a node of a device tree such as
  /// `soc@107c000000` are not.
  private var isLogin: Bool {
    bytes.indices.dropFirst().dropLast().contains { index in
      bytes[index] == UInt8(ascii: "@")
        && (bytes[index + 1].isLetter || ipv4End(at: index + 1) != nil)
    }
  }

  /// Returns the end of the address that begins at `index`; nil if none does.
  private func addressEnd(at index: Int) -> Int? {
    let before = index > bytes.startIndex ? bytes[index - 1] : UInt8(ascii: " ")
    if !before.isOfWord, let end = hardwareAddressEnd(at: index) { return end }
    if !before.isOfWord, before != UInt8(ascii: ":"), let end = ipv6End(at: index) { return end }
    guard !before.isOfWord, before != UInt8(ascii: ".") else { return nil }
    return ipv4End(at: index) ?? nameEnd(at: index)
  }

  /// Returns the end of six groups of two hexadecimal digits, joined by colons or hyphens.
  private func hardwareAddressEnd(at index: Int) -> Int? {
    for separator in ":-".utf8 {
      let end = index + 17
      guard end <= bytes.endIndex, end == bytes.endIndex || !bytes[end].isOfWord else { continue }
      let isAddress = bytes[index..<end].enumerated().allSatisfy { offset, byte in
        offset % 3 == 2 ? byte == separator : byte.isHexDigit
      }
      if isAddress { return end }
    }
    return nil
  }

  /// Returns the end of an IPv6 address: eight groups, or fewer with `::`.
  ///
  /// A PCI address such as `0000:01:00.0` has three groups.
  private func ipv6End(at index: Int) -> Int? {
    let run = bytes[index...].prefix {
      $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
    }
    if run.endIndex < bytes.endIndex, bytes[run.endIndex].isOfWord { return nil }
    var end = run.endIndex
    while end > index, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    var part = bytes[index..<end]
    if part.last == UInt8(ascii: ":"), part.dropLast().last != UInt8(ascii: ":") {
      part = part.dropLast()
    }
    let groups = part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (3...9).contains(groups.count), let last = groups.last,
      groups.dropLast().allSatisfy(Self.isIPv6Group),
      Self.isIPv6Group(last) || ipv4End(at: last.startIndex) == last.endIndex
    else { return nil }
    let hasGap = part.indices.contains { part[$0...].starts(with: "::".utf8) }
    return groups.count == 8 || hasGap ? part.endIndex : nil
  }

  private static func isIPv6Group(_ group: ArraySlice<UInt8>) -> Bool {
    group.count <= 4 && group.allSatisfy(\.isHexDigit)
  }

  /// Returns the end of four numbers up to 255.
  private func ipv4End(at index: Int) -> Int? {
    let run = bytes[index...].prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    if run.endIndex < bytes.endIndex, bytes[run.endIndex].isOfWord { return nil }
    let part = run.last == UInt8(ascii: ".") ? run.dropLast() : run
    let groups = part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isAddress =
      groups.count == 4
      && groups.allSatisfy { group in
        (1...3).contains(group.count)
          && group.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 255
      }
    return isAddress ? part.endIndex : nil
  }

  /// Returns the end of a host's name with a domain.
  private func nameEnd(at index: Int) -> Int? {
    let run = bytes[index...].prefix { $0.isOfWord || ".-".utf8.contains($0) }
    let part = run.last == UInt8(ascii: ".") ? run.dropLast() : run
    let labels = part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last, labels.allSatisfy({ !$0.isEmpty }),
      Self.domains.contains(String(decoding: last, as: UTF8.self).lowercased())
    else { return nil }
    return part.endIndex
  }
}
