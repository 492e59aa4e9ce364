package import Layout

extension Shape {
  /// The location of a secret: a file or an environment variable.
  ///
  /// - Parameters:
  ///   - noun: The kind of secret, such as "a password".
  ///   - file: The path of a file that could hold it, for examples.
  ///   - variable: The name of a variable that could hold it, for examples.
  /// - Returns: The shape of the location.
  package static func secret(_ noun: String, file: String, variable: String) -> Shape<Secret>
  where Value == Secret {
    .tagged(
      noun,
      [
        Tag(
          "file", .secretFile, example: file, "The first line of this file.", Secret.file),
        Tag(
          "environment", .text(.name, example: variable), example: variable,
          "This environment variable.", Secret.environment),
      ])
  }
}
