/// The location of a secret; layouts are copied and published, so most secrets are not in them.
public enum Secret: Hashable, Sendable {
  /// The first line of a file.
  case file(String)
  /// An environment variable.
  case environment(String)
}
