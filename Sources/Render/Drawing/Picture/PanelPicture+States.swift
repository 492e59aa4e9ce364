public import Layout
public import Panel

internal import Raster

/// The states of the items.
extension PanelPicture {
  /// Sets the state of a knob (by its index in the layout); an equal state costs nothing.
  public func set(_ viewState: KnobViewState, ofKnob index: Int) {
    guard knobs.indices.contains(index) else { return }
    for look in knobs[index] where look.setWanted(viewState) { markDirty(index) }
  }

  /// Sets the state of a button (by its index in the layout); an equal state costs nothing.
  public func set(_ viewState: ButtonViewState, ofButton index: Int) {
    guard buttons.indices.contains(index), buttons[index][0].wanted != viewState else { return }
    for look in buttons[index] { look.wanted = viewState }
    markDirty(knobs.count + index)
  }

  /// Sets the state of a label (by its index in the layout); does nothing for one that never
  /// changes.
  public func set(_ viewState: LabelViewState, ofLabel index: Int) {
    guard let (_, looks) = readOuts.first(where: { $0.label == index }),
      looks[0].wanted != viewState, let itemIndex = contents.index(of: .label(index))
    else { return }
    for look in looks { look.wanted = viewState }
    markDirty(itemIndex)
  }

  /// Sets how an item looks; does nothing for one that does not depend on conditions.
  ///
  /// - Parameters:
  ///   - look: Index in its `looks`; nil to hide it.
  ///   - item: The item.
  public func set(look: Int?, of item: PanelItem) {
    if let index = contents.index(of: item) {
      guard let switched = contents.switched[index], switched.wanted != look else { return }
      switched.wanted = look
      markDirty(index)
    } else if case .image(let index) = item, let staticLayer {
      staticDamage.formUnion(staticLayer.set(look: look, ofImage: index))
    }
  }

  /// Sets whether a finger is on a tab (by the index of its page).
  public func set(isPressed: Bool, ofTab index: Int) {
    if let pageIndicator, pageIndicator.set(isPressed: isPressed, ofTab: index) {
      markDirty(items.count - 1)
    }
  }

  /// Sets the visible page: its index, or a fraction between two pages while they slide.
  public func set(pagePosition: Double) {
    guard pagePosition.isFinite, pagePosition != position else { return }
    position = pagePosition
    isAllDirty = true
    if let pageIndicator {
      pageIndicator.position = pagePosition
      markDirty(items.count - 1)
    }
  }
}
