internal import Diagnostics
internal import Layout
internal import LayoutFile

extension Shape where Value == Secret {
  /// The location of a password; layouts are copied and published, so they must not contain any.
  ///
  /// - Parameter program: The program that asks for it, for examples.
  /// - Returns: The shape of the location.
  static func password(of program: String) -> Shape {
    let (file, variable) = ("/etc/knobpanel/\(program)", "\(program.uppercased())_PASSWORD")
    return .secret("a password", file: file, variable: variable).refusingScalar { _, subject in
      Diagnostic(
        .error, "a layout must not contain a password, only where it is stored", at: subject.span,
        hint: "put it in a file that others cannot read, and write "
          + "`password: {file: \(file)}`; or `{environment: \(variable)}`")
    }
  }
}
