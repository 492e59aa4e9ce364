extension String {
  /// Returns the parts between the occurrences of a placeholder; at least one.
  func parts(around placeholder: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    var rest = Array(utf8)[...]
    while let byte = rest.first {
      if rest.starts(with: placeholder.utf8) {
        parts.append([])
        rest = rest.dropFirst(placeholder.utf8.count)
      } else {
        parts[parts.count - 1].append(byte)
        rest = rest.dropFirst()
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }
}
