/// The version of all programs: the newest one in CHANGELOG.md, which a test compares.
public enum ProgramVersion {
  /// The version, as `--version` prints it.
  public static let current = "0.2.0"
}
