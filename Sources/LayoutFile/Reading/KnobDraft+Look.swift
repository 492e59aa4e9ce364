internal import Diagnostics
internal import Layout

extension KnobDraft {
  /// How the knob is drawn: the panel's look with its own over it.
  func look(
    over panel: LookDraft, of knob: KnobLayout, ruler: Ruler,
    _ context: ReadingContext
  ) -> KnobStyle {
    guard let own = look.value else {
      return panel.look(diameter: knob.diameter, ruler: ruler, context)
    }
    own.check(context)
    let merged = own.over(panel).look(diameter: knob.diameter, ruler: ruler, context)
    own.check(merged, on: knob.scale, context)
    return merged
  }
}

extension PanelDraft {
  /// The look of all knobs; warns of colours that cannot be read, too.
  func checkedLook(
    in panel: PanelLayout, _ context: ReadingContext
  ) -> LookDraft? {
    colors.value?.checkContrast(
      of: panel.palette, holdsText: Palette.capHoldsText(theme: panel.theme), context)
    look.value?.check(context)
    return look.value
  }
}
