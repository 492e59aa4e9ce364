/// The arguments of this process, as passed to the C function `main`.
///
/// `CommandLine.arguments` reads them by way of `/proc/self/maps`, and is empty if that fails.
public struct ProgramArguments {
  /// The arguments after the name of the program.
  let values: [String]

  /// Creates the arguments from `argc` and `argv` of `main`.
  public init(_ count: CInt, _ values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) {
    self.values = (0..<Int(count)).dropFirst().map { index in
      values[index].map { String(cString: $0) } ?? ""
    }
  }
}
