/// The arguments of this process, as the C function `main` is told them.
///
/// `CommandLine.arguments` finds them with the help of `/proc/self/maps`, and has none where that
/// cannot be read: then every command line would be an empty one.
public struct ProgramArguments {
  /// Those after the name of the program.
  let values: [String]

  /// The arguments `argc` and `argv` of `main`.
  public init(_ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
    self.values = (0..<Int(count)).dropFirst().map { index in
      values[index].map { String(cString: $0) } ?? ""
    }
  }
}
