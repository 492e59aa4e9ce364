/// Where and why a text is not YAML, in libyaml's words.
public struct YAMLSyntaxError: Error {
  /// What is wrong, such as "did not find expected key".
  public var problem: String
  /// Where it was noticed, in Unicode scalars from the start of the text.
  public var index: Int
  /// The line of `index`, from 1.
  public var line: Int
  /// What was being read, such as "while parsing a block mapping"; may be empty.
  public var context: String
  /// Where that begins, in Unicode scalars from the start of the text.
  public var contextIndex: Int
}
