internal import Layout
internal import Linux
internal import PanelDrawing
internal import Backlight

extension IdleViewState {
  /// Creates the view state of an idle panel's content at a point in time.
  ///
  /// - Parameters:
  ///   - content: The layout's idle content.
  ///   - seconds: The time in seconds since 1970 (Unix time).
  ///   - step: The number of times a clock has moved.
  init(
    _ content: ScreenLayout.Idle.Content, atUTCSeconds seconds: Int64, step: Int = 0
  ) {
    switch content {
    case .clock(let time, let date):
      let shift = PictureShift(step: step)
      self = .clock(
        Clock(
          time: LocalTime.text(time.text, atUTCSeconds: seconds),
          date: date.map { LocalTime.text($0.text, atUTCSeconds: seconds) }, x: shift.x, y: shift.y
        ))
    case .picture(let picture): self = .picture(picture)
    }
  }
}

extension PanelScene {
  /// Shows the idle content at the current time; returns false if the layout has none.
  package func showIdle() -> Bool {
    guard let content = layout.panel.screen.idle?.content else { return false }
    show(idle: IdleViewState(content, atUTCSeconds: WallClockTimer.utcSeconds))
    return true
  }
}
