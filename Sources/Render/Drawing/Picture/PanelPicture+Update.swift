internal import Layout
public import Panel

extension PanelPicture {
  /// Applies the panel's changes since the last call, to be drawn by the next `draw`.
  public func update(from panel: PanelController) {
    if panel.viewChanges.isLanguageMarked { set(language: panel.language) }
    // First the pages, which determine what else is visible.
    if panel.viewChanges.arePagesMarked { set(pagePosition: panel.pagePosition) }
    for index in panel.viewChanges.knobs {
      set(look: panel.look(of: .knob(index)), of: .knob(index))
      set(panel.viewState(ofKnob: index), ofKnob: index)
    }
    let buttonCount = panel.layout.buttons.count
    for index in panel.viewChanges.buttons {
      if index < buttonCount {
        set(look: panel.look(of: .button(index)), of: .button(index))
        set(panel.viewState(ofButton: index), ofButton: index)
      } else {
        set(isPressed: panel.isPressed(tab: index - buttonCount), ofTab: index - buttonCount)
      }
    }
    for index in panel.viewChanges.labels {
      set(look: panel.look(of: .label(index)), of: .label(index))
      set(panel.viewState(ofLabel: index), ofLabel: index)
    }
    for index in panel.viewChanges.images {
      set(look: panel.look(of: .image(index)), of: .image(index))
    }
    if panel.viewChanges.isPINMarked {
      set(isLocked: panel.isPanelLocked)
      set(pinPad: panel.pinPad)
    }
    if panel.viewChanges.isCleaningMarked { set(countdown: panel.countdown) }
    if panel.viewChanges.isMessageMarked { set(message: panel.message) }
    panel.viewChanges.removeAll()
  }
}
