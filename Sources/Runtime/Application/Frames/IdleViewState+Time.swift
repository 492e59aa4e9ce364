internal import Layout
internal import Linux
internal import Locales
internal import PanelDrawing
internal import Backlight

extension IdleViewState {
  /// Creates the view state of an idle panel's content at a point in time.
  ///
  /// - Parameters:
  ///   - content: The layout's idle content.
  ///   - locale: The panel's locale; nil for names in the machine's language.
  ///   - seconds: The time in seconds since 1970 (Unix time).
  ///   - step: The number of times a clock has moved.
  init(
    _ content: ScreenLayout.Idle.Content, _ locale: Locale?, atUTCSeconds seconds: Int64,
    step: Int = 0
  ) {
    switch content {
    case .clock(let time, let date):
      let shift = PictureShift(step: step)
      self = .clock(
        Clock(
          time: time.text(locale, atUTCSeconds: seconds),
          date: date.map { $0.text(locale, atUTCSeconds: seconds) }, x: shift.x, y: shift.y))
    case .picture(let picture): self = .picture(picture)
    }
  }
}

extension TimeFormat {
  fileprivate func text(_ locale: Locale?, atUTCSeconds seconds: Int64) -> String {
    guard let dates = (locale ?? (style == nil ? nil : .english))?.dates,
      let fields = LocalTime.fields(atUTCSeconds: seconds)
    else { return LocalTime.text(text, atUTCSeconds: seconds) }
    let time = CalendarTime(
      year: fields.year, month: fields.month, day: fields.day, weekday: fields.weekday,
      hour: fields.hour, minute: fields.minute)
    if let style { return dates.text(style, of: time) }
    return dates.numbers.withOwnDigits(
      LocalTime.text(dates.namesFilled(text, of: time), atUTCSeconds: seconds))
  }
}

extension PanelScene {
  /// Shows the idle content at the current time; returns false if the layout has none.
  package func showIdle() -> Bool {
    guard let content = layout.panel.screen.idle?.content else { return false }
    show(
      idle: IdleViewState(content, shownPanel.locale, atUTCSeconds: WallClockTimer.utcSeconds))
    return true
  }
}
