internal import Diagnostics
internal import Layout

extension KnobDraft {
  /// How the knob is drawn: the panel's look with its own over it.
  func look(
    over panel: LookDraft, of knob: KnobLayout, ruler: Ruler,
    _ diagnostics: inout DiagnosticList
  ) -> KnobStyle {
    guard let own = look.value else {
      return panel.look(diameter: knob.diameter, ruler: ruler, &diagnostics)
    }
    own.check(&diagnostics)
    let merged = own.over(panel).look(diameter: knob.diameter, ruler: ruler, &diagnostics)
    own.check(merged, on: knob.scale, &diagnostics)
    return merged
  }
}

extension PanelDraft {
  /// The look of all knobs; warns of colours that cannot be read, too.
  func checkedLook(
    in panel: PanelLayout, _ diagnostics: inout DiagnosticList
  ) -> LookDraft? {
    colors.value?.checkContrast(
      of: panel.palette, holdsText: Palette.capHoldsText(theme: panel.theme), &diagnostics)
    look.value?.check(&diagnostics)
    return look.value
  }
}
