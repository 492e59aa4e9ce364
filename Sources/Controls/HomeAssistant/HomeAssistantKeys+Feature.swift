internal import Diagnostics
internal import Knobs
internal import Layout
internal import LayoutFile

extension HomeAssistantKeys {
  /// Determines what is used of the entity, from its domain, the attribute and the kind of item.
  static func chooseFeature(
    _ control: inout HomeAssistantSettings, _ locations: KeyLocations, _ subject: Subject,
    _ context: ReadingContext
  ) {
    if let service = control.service {
      if control.use == .push { return control.feature = .press(service: service) }
      context.warning(
        "only a button of `kind: push` calls a `service`",
        at: locations["service"]?.keySpan ?? subject.span)
      if control.entity.isEmpty {
        context.error("this item needs an `entity`", at: subject.span)
      }
    }
    // A missing or unreadable entity was reported.
    guard !control.entity.isEmpty, let span = locations["entity"]?.span else { return }
    let domain = EntityFeature.domain(of: control.entity)
    if control.use.isOnOff, let attribute = locations["attribute"] {
      return context.error(
        "a button has no `attribute`", at: attribute.keySpan,
        hint: "remove it, or call a `service` with the `data` to set")
    }
    switch control.use {
    case .readOut: control.feature = .reading(attribute: control.attribute)
    case .push:
      let code = context.knob?.sendsCode == true ? EntityFeature.code(of: domain) : nil
      if let service = code ?? EntityFeature.press(of: domain) {
        control.feature = .press(service: service)
      } else {
        context.error(
          "a press has no obvious effect on a `\(domain)`", at: span,
          hint: "add `service:` with what it calls")
      }
    case .toggle:
      if EntityFeature.hasOnOff(domain) {
        control.feature = .onOff
      } else {
        context.error(
          "a `\(domain)` is not switched on and off", at: span,
          hint: "write `kind: push` for the button, or a light, a switch or the like")
      }
    case .knob: chooseKnobFeature(&control, domain, span, locations, context)
    }
  }

  private static func chooseKnobFeature(
    _ control: inout HomeAssistantSettings, _ domain: String, _ span: SourceSpan,
    _ locations: KeyLocations, _ context: ReadingContext
  ) {
    guard let features = EntityFeature.all(of: domain) else {
      control.feature = .reading(attribute: control.attribute)
      if ["scene", "script", "button", "input_button", "automation"].contains(domain) {
        context.error(
          "a `\(domain)` has no value for a knob", at: span, hint: "write it in `send` of a button")
      }
      return
    }
    let attribute = control.attribute
    guard let found = features.first(where: { $0.attribute == attribute })?.feature else {
      let names = features.compactMap(\.attribute)
      context.error(
        names.isEmpty
          ? "a `\(domain)` has no `attribute` that a knob can set"
          : "the attributes that a knob can set of a `\(domain)` are: "
            + names.joined(separator: ", "),
        at: locations["attribute"]?.span ?? span,
        hint: Spelling.closest(to: attribute ?? "", among: names).map { "did you mean `\($0)`?" })
      return
    }
    control.feature = found
    let keysLeftOut = context.knob?.keysLeftOut ?? []
    switch found {
    // The words are those of `values`, if they are numbers.
    case .number(let number):
      control.text.words = []
      control.awaitsDescription =
        number.full == nil && keysLeftOut.contains(.range) && locations["values"] == nil
      control.isPercentage = number.full != nil && context.knob?.scale.range == 0...100
    case .choice where control.text.words.isEmpty && keysLeftOut.contains(.sectors):
      control.awaitsDescription = true
    case .choice where control.text.words.isEmpty:
      context.error(
        "this is a word out of a list, so the knob needs `sectors`", at: span,
        hint: "add `sectors:` with the words, such as [Radio, CD]")
    case .choice, .onOff, .reading, .press: break
    }
  }
}
