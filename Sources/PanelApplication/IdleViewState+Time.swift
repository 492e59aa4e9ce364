internal import Layout
internal import Linux
internal import PanelDrawing
internal import Screen

extension IdleViewState {
  /// What is shown of an idle panel's content at a time of day.
  ///
  /// - Parameters:
  ///   - content: What the layout says.
  ///   - seconds: Seconds of UTC (Unix time).
  ///   - step: How often a clock was moved.
  init(
    _ content: ScreenLayout.Idle.Content, atUTCSeconds seconds: Int64, step: Int = 0
  ) {
    switch content {
    case .clock(let time, let date):
      let place = PictureShift(step: step)
      self = .clock(
        Clock(
          time: LocalTime.text(time.text, atUTCSeconds: seconds),
          date: date.map { LocalTime.text($0.text, atUTCSeconds: seconds) }, x: place.x, y: place.y
        ))
    case .picture(let picture): self = .picture(picture)
    }
  }
}

extension Stage {
  /// Shows what is shown now once nobody has used the panel for some time; false if it is the panel.
  package func showIdle() -> Bool {
    guard let content = layout.panel.screen.idle?.content else { return false }
    show(idle: IdleViewState(content, atUTCSeconds: WallClockTimer.utcSeconds))
    return true
  }
}
