package import Layout

extension Shape {
  /// Where a secret is kept: a file or an environment variable.
  ///
  /// - Parameters:
  ///   - what: What it is, such as "a password".
  ///   - file: The path of a file that could hold it.
  ///   - variable: The name of a variable that could hold it.
  /// - Returns: The shape of its place.
  package static func secret(_ what: String, file: String, variable: String) -> Shape<Secret>
  where Value == Secret {
    .tagged(
      what,
      [
        Tag(
          "file", .secretFile, example: file, "The first line of this file.", Secret.file),
        Tag(
          "environment", .text(.name, example: variable), example: variable,
          "This environment variable.", Secret.environment),
      ])
  }
}
