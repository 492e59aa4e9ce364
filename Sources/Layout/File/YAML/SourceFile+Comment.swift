internal import Diagnostics

extension SourceFile {
  /// Returns the start of a comment that may be intended as text, because no space follows its `#`,
  /// or only a number; an index into `scalars`.
  func startOfTextLikeComment(inLine number: Int) -> Int? {
    let line = line(number)
    var quote: Unicode.Scalar?
    for index in line.indices {
      let scalar = line[index]
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if scalar == "#", index > line.startIndex, line[index - 1] == " " {
        let comment = line[(index + 1)...]
        let number = comment.drop { $0 == " " }
        let isNumber = !number.isEmpty && number.allSatisfy { $0.properties.numericType != nil }
        guard let next = comment.first, isNumber || (next != " " && next != "#") else {
          return nil
        }
        return index
      }
    }
    return nil
  }
}

extension Node {
  /// The text with a following `#` and digit, such as all of `Room #1`, where YAML reads the number
  /// as a comment; nil if none follows.
  var textWithLostNumber: String? {
    guard case .scalar(_, isPlain: true) = content else { return nil }
    let line = span.file.line(span.end.line)
    let end = line.startIndex + span.end.column - 1
    guard let start = span.file.startOfTextLikeComment(inLine: span.end.line), start > end,
      line[end..<start].allSatisfy({ $0 == " " }),
      line[(start + 1)...].first(where: { $0 != " " })?.properties.numericType != nil
    else { return nil }
    return VisibleText.printable(line.dropFirst(span.start.column - 1))
  }
}
