internal import Knobs
public import Locales

/// A language in which a panel can be read.
public struct PanelLanguage: Hashable, Sendable {
  /// How it writes numbers and dates.
  public var locale: Locale
  /// The translations, by the texts of the layout.
  public var texts: [String: String]

  /// Its name, such as `de`.
  public var name: String { locale.name }

  /// Creates a language.
  public init(_ locale: Locale, texts: [String: String] = [:]) {
    (self.locale, self.texts) = (locale, texts)
  }
}

extension LayoutDocument {
  /// A text of the layout that readers see.
  public struct Text: Hashable, Sendable {
    /// The text as the layout has it.
    public var text: String
    /// Whether a translation is missed: false for numbers, units, names of languages, and words
    /// that this layout never shows.
    public var isTranslated: Bool
  }

  /// Returns the layout in one of its languages; ids, values and actions stay.
  ///
  /// - Parameter index: The index of the language; the first is that of the layout itself.
  /// - Returns: The layout; unchanged if there is no such language.
  public func translated(to index: Int) -> LayoutDocument {
    guard languages.indices.contains(index) else { return self }
    let language = languages[index]
    var layout = self
    if index > 0 { layout.panel.locale = language.locale }
    guard !language.texts.isEmpty else { return layout }
    layout.forEachText { text, _ in text = language.texts[text] ?? text }
    return layout
  }

  /// Returns the index of a language by its name, such as `de` or `DE`; nil if there is none.
  public func index(ofLanguage name: String) -> Int? {
    guard let name = Locale(name)?.name else { return nil }
    return languages.firstIndex { $0.name == name }
  }

  /// The texts that readers see, each once, in the order of the layout.
  public var texts: [Text] {
    var layout = self
    var found: [String: Int] = [:]
    var texts: [Text] = []
    layout.forEachText { text, isTranslated in
      guard !text.isEmpty else { return }
      let isTranslated = isTranslated && text.contains { $0.isLetter }
      if let index = found[text] {
        texts[index].isTranslated = texts[index].isTranslated || isTranslated
      } else {
        found[text] = texts.count
        texts.append(Text(text: text, isTranslated: isTranslated))
      }
    }
    return texts
  }

  /// Calls `body` with each text that readers see, and whether a translation is missed; it may
  /// change the text.
  private mutating func forEachText(_ body: (inout String, Bool) -> Void) {
    for index in pages.indices { body(&pages[index].name, true) }
    for index in knobs.indices { knobs[index].forEachText(body) }
    for index in labels.indices {
      body(&labels[index].text, labels[index].text != LabelLayout.placeholder)
      labels[index].cases.forEachText { body(&$0, $0 != LabelLayout.placeholder) }
    }
    for index in buttons.indices {
      let isTranslated = !buttons[index].steps.contains(where: \.choosesLanguage)
      body(&buttons[index].text, isTranslated)
      buttons[index].cases.forEachText { body(&$0, isTranslated) }
    }
    let hasKeypad = buttons.contains { $0.steps.contains(where: \.isKeypad) }
    body(&panel.words.offline, hasKeypad || knobs.contains { $0.control != nil })
    let hasPIN = panel.pin != nil
    let cleans = buttons.contains { $0.steps.contains(where: \.cleans) }
    body(&panel.words.enterPIN, hasPIN)
    body(&panel.words.wrongPIN, hasPIN)
    body(&panel.words.enterCode, hasKeypad)
    body(&panel.words.wait, hasPIN)
    body(&panel.words.cleaning, cleans)
  }
}

extension KnobLayout {
  fileprivate mutating func forEachText(_ body: (inout String, Bool) -> Void) {
    if var text = name {
      body(&text, true)
      name = text
    }
    cases.forEachText { body(&$0, true) }
    body(&unit, false)
    if case .sectors(var names) = travel {
      for index in names.indices { body(&names[index], true) }
      travel = .sectors(names)
    }
    if var names = positions {
      for index in names.indices { body(&names[index], true) }
      positions = names
    }
    if var format = self.format {
      for index in format.names.indices { body(&format.names[index], true) }
      for index in format.named.indices { body(&format.named[index].name, true) }
      self.format = format
    }
    if case .listed(var labels) = look.ticks.positions {
      for index in labels.indices { body(&labels[index].text, true) }
      look.ticks.positions = .listed(labels)
    }
  }
}

extension [ItemCase] {
  fileprivate mutating func forEachText(_ body: (inout String) -> Void) {
    for index in indices {
      guard var text = self[index].change.text else { continue }
      body(&text)
      self[index].change.text = text
    }
  }
}

extension ButtonLayout.Action {
  /// Whether it chooses a language, whose name is not translated.
  fileprivate var choosesLanguage: Bool {
    if case .panel(.show) = self { true } else { false }
  }

  fileprivate var isKeypad: Bool {
    if case .keypad = self { true } else { false }
  }

  fileprivate var cleans: Bool {
    if case .panel(.clean) = self { true } else { false }
  }
}
