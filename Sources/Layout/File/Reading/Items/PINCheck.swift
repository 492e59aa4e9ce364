internal import Diagnostics
internal import Layout

extension LayoutEntry {
  /// Checks that a required PIN is set, and that the panel never shows a locked page by itself.
  func checkPIN(_ context: ReadingContext) {
    if let use = context.pinUses.first, context.pinSpan == nil {
      context.error(
        "`lock: pin` needs a PIN, but the panel has none", at: use,
        hint: "add `pin: {file: /etc/knobpanel/pin}` under `panel`, or 4 to 8 digits in quotes")
    }
    if let lock = pages.first?.value.lock {
      context.error(
        "the first page cannot be locked: the panel shows it when it starts", at: lock.span,
        hint: "put a page without `lock` before it")
    }
    if let home = context.homePage,
      let page = pages.dropFirst().first(where: { $0.name == home.value }),
      let lock = page.value.lock
    {
      context.error(
        "`idle` shows a locked page", at: home.span,
        hint: "name a page without `lock`",
        related: [.init(span: lock.span, message: "it is locked here")])
    }
    if let pin = context.pinSpan, context.pinUses.isEmpty, !context.hasErrors {
      context.warning(
        "this PIN is never asked for: nothing has `lock: pin`", at: pin,
        hint: "add `lock: pin` to `panel`, a page, a button, or the `guards` of a knob")
    }
  }
}
