public import Gesture
internal import Layout

/// The language of the texts.
///
/// | # | language | event | result |
/// |---|---|---|---|
/// | 1 | any | a button chooses another | all texts change at once; values, pages and fingers stay |
/// | 2 | any | a button chooses the same | nothing |
/// | 2a | any | a program or the layout's `language` control chooses one | as by a button |
/// | 3 | not the first | no touch for the time after which the panel comes home | the first is shown |
/// | 4 | any | a new layout has it, too | stays shown |
/// | 5 | any | a new layout does not have it | the first is shown |
extension PanelController {
  /// Shows the texts in a language, without an event; an invalid index is ignored.
  ///
  /// - Parameter language: Its index in the layout.
  public func set(language: Int) {
    guard layout.languages.indices.contains(language), language != self.language else { return }
    self.language = language
    viewChanges.markAll()
    settleAppearances()
  }

  /// Shows the texts in a language that a reader has chosen.
  func show(language: Int) {
    guard layout.languages.indices.contains(language), language != self.language else { return }
    set(language: language)
    events.append(.language(LanguageEvent(time: now, source: source, language: language)))
  }

  /// Shows the texts in a language that a program or a control has chosen.
  ///
  /// - Parameters:
  ///   - language: Its index in the layout; ignored if there is no such language.
  ///   - time: The time of the request.
  ///   - source: What requests it.
  public func showRemotely(
    language: Int, at time: Timestamp, from source: EventSource = .socket
  ) {
    (now, self.source, lastChoice) = (time, source, time)
    show(language: language)
  }

  /// When the panel returns to the first language; nil if it does not, or while a finger is down.
  var firstLanguageWake: Timestamp? {
    guard language != 0, let interval = layout.panel.firstLanguageMicroseconds, isUntouched else {
      return nil
    }
    return max(lastTouch, lastChoice).advanced(byMicroseconds: interval)
  }

  /// Returns to the first language if that is due.
  func returnLanguage() {
    if let due = firstLanguageWake, due <= now { show(language: 0) }
  }

  /// Shows the language that an earlier panel showed, if it still exists.
  func takeLanguage(from old: PanelController) {
    guard old.layout.languages.indices.contains(old.language) else { return }
    let name = old.layout.languages[old.language].name
    if let index = layout.languages.firstIndex(where: { $0.name == name }) {
      set(language: index)
    }
  }
}
