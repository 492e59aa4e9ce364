internal import JSON
public import Layout
public import Gesture

/// Something that happened on the panel, as `--events` and the socket report it.
public enum PanelEvent: Hashable, Sendable {
  case knob(KnobEvent)
  case button(ButtonEvent)
  case page(PageEvent)
  case language(LanguageEvent)
  case pin(PINEvent)
  case control(ControlStateEvent)
  case screen(ScreenEvent)
  case presence(PresenceEvent)
  case cleaning(CleaningEvent)
  case message(MessageEvent)

  /// The kind of item, in the order of the documents.
  public enum Kind: CaseIterable, Sendable {
    case knob, button, page, language, pin, control, screen, presence, cleaning, message

    /// The events of this kind, with their keys.
    public var declaration: EventDeclaration {
      switch self {
      case .knob: KnobEvent.declaration
      case .button: ButtonEvent.declaration
      case .page: PageEvent.declaration
      case .language: LanguageEvent.declaration
      case .pin: PINEvent.declaration
      case .control: ControlStateEvent.declaration
      case .screen: ScreenEvent.declaration
      case .presence: PresenceEvent.declaration
      case .cleaning: CleaningEvent.declaration
      case .message: MessageEvent.declaration
      }
    }
  }

  /// The kind of item that it happened to.
  public var kind: Kind {
    switch self {
    case .knob: .knob
    case .button: .button
    case .page: .page
    case .language: .language
    case .pin: .pin
    case .control: .control
    case .screen: .screen
    case .presence: .presence
    case .cleaning: .cleaning
    case .message: .message
    }
  }

  /// The event of a knob; nil for any other.
  public var knob: KnobEvent? {
    if case .knob(let event) = self { event } else { nil }
  }

  /// Formats the event as `--events` and the socket report it.
  ///
  /// - Parameters:
  ///   - layout: The panel's layout, which provides the ids.
  ///   - clock: The times that the line has.
  /// - Returns: One line of JSON without a line break.
  public func json(of layout: LayoutDocument, clock: EventClock) -> String {
    switch self {
    case .knob(let event): Self.line(event, layout, clock)
    case .button(let event): Self.line(event, layout, clock)
    case .page(let event): Self.line(event, layout, clock)
    case .language(let event): Self.line(event, layout, clock)
    case .pin(let event): Self.line(event, layout, clock)
    case .control(let event): Self.line(event, layout, clock)
    case .screen(let event): Self.line(event, layout, clock)
    case .presence(let event): Self.line(event, layout, clock)
    case .cleaning(let event): Self.line(event, layout, clock)
    case .message(let event): Self.line(event, layout, clock)
    }
  }

  private static func line(
    _ content: some EventContent, _ layout: LayoutDocument, _ clock: EventClock
  ) -> String {
    var fields = EventFields()
    clock.add(content.time, to: &fields)
    let item = content.item(of: layout)
    fields.add(item.key, json: item.id.map(JSONText.quoted) ?? "true")
    fields.add(.event, json: "\"\(content.name)\"")
    content.add(to: &fields, of: layout)
    fields.add(.source, json: JSONText.quoted(content.source.name))
    return "{\(fields.text)}"
  }

  /// Returns the key that names the item in the JSON, the item's id, and what happened; the id is nil
  /// for an item without one.
  public func summary(of layout: LayoutDocument) -> (item: EventKey, id: String?, name: String) {
    func summary(_ content: some EventContent) -> (item: EventKey, id: String?, name: String) {
      let item = content.item(of: layout)
      return (item.key, item.id, content.name)
    }
    return switch self {
    case .knob(let event): summary(event)
    case .button(let event): summary(event)
    case .page(let event): summary(event)
    case .language(let event): summary(event)
    case .pin(let event): summary(event)
    case .control(let event): summary(event)
    case .screen(let event): summary(event)
    case .presence(let event): summary(event)
    case .cleaning(let event): summary(event)
    case .message(let event): summary(event)
    }
  }

  /// The same without the date and time, with seconds counted from `origin`.
  public func json(of layout: LayoutDocument, origin: Timestamp) -> String {
    json(of: layout, clock: EventClock(origin: origin))
  }
}
