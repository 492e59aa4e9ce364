/// A YAML syntax error, with libyaml's messages.
public struct YAMLSyntaxError: Error {
  /// The error, such as "did not find expected key".
  public var problem: String
  /// Where it was detected, in Unicode scalars from the start of the text.
  public var index: Int
  /// The line of `index`, from 1.
  public var line: Int
  /// What was being parsed, such as "while parsing a block mapping"; may be empty.
  public var context: String
  /// The start of that context, in Unicode scalars from the start of the text.
  public var contextIndex: Int
}
