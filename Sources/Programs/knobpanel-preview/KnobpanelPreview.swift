internal import ArgumentParsing
internal import Program

extension ProgramDescription {
  /// The program that shows a layout in browsers.
  static let knobpanelPreview = ProgramDescription(
    version: ProgramVersion.current, command: PreviewCommand.self)
}

/// The C function `main`, under the name that the Swift Package Manager links for an executable.
#if compiler(>=6.3)
@c(knobpanel_preview_main)
#else
@_cdecl("knobpanel_preview_main")
#endif
func main(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  ProgramDescription.knobpanelPreview.run(ProgramArguments(count, arguments))
  return 0
}
