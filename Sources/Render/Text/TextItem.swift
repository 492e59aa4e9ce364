internal import CHarfBuzz

/// A run of a line in one font, script and direction.
struct TextItem {
  var text: String
  /// Index into the list of fonts.
  var font: Int
  var script: hb_script_t
  /// The level of the Unicode bidirectional algorithm: odd levels run from right to left.
  var level: Int
}

/// Splits a line into items in visual order, from left to right.
struct TextItemizer {
  /// Returns the first font that has all scalars of a character.
  let font: (Character) -> Int

  func items(of text: String) -> [TextItem] {
    if let item = plainItem(of: text) { return [item] }
    let characters = text.map { $0 }
    guard !characters.isEmpty else { return [] }
    let scripts = characters.map(script)
    let levels = levels(of: characters)
    var items: [TextItem] = []
    for (index, character) in characters.enumerated() {
      let font = font(character)
      let script = scripts[index]
      if let last = items.last, last.font == font, last.level == levels[index],
        script == HB_SCRIPT_COMMON || last.script == HB_SCRIPT_COMMON || script == last.script
      {
        items[items.count - 1].text.append(character)
        if last.script == HB_SCRIPT_COMMON { items[items.count - 1].script = script }
      } else {
        items.append(
          TextItem(text: String(character), font: font, script: script, level: levels[index]))
      }
    }
    return inVisualOrder(items)
  }

  /// Returns the only item of an ASCII line in one font, the usual case: its letters are Latin, and
  /// it runs from left to right; nil for any other line.
  private func plainItem(of text: String) -> TextItem? {
    guard let first = text.utf8.first, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let font = font(Character(Unicode.Scalar(first)))
    guard text.utf8.allSatisfy({ self.font(Character(Unicode.Scalar($0))) == font }) else {
      return nil
    }
    let hasLetter = text.utf8.contains { (0x61...0x7A).contains($0 | 0x20) }
    return TextItem(
      text: text, font: font, script: hasLetter ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON, level: 0)
  }

  private func script(of character: Character) -> hb_script_t {
    for scalar in character.unicodeScalars {
      let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
      if script != HB_SCRIPT_COMMON, script != HB_SCRIPT_INHERITED, script != HB_SCRIPT_UNKNOWN {
        return script
      }
    }
    return HB_SCRIPT_COMMON
  }

  /// Returns the level of each character, which is the level of its first scalar.
  private func levels(of characters: [Character]) -> [Int] {
    let levels = BidiLevels.of(characters.flatMap(\.unicodeScalars))
    var scalarIndex = 0
    return characters.map { character in
      defer { scalarIndex += character.unicodeScalars.count }
      return levels[scalarIndex]
    }
  }

  /// Applies rule L2: from the highest level down to 1, reverses every run at that level or above.
  private func inVisualOrder(_ items: [TextItem]) -> [TextItem] {
    var items = items
    for level in stride(from: items.map(\.level).max() ?? 0, to: 0, by: -1) {
      var start = 0
      while start < items.count {
        guard items[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < items.count, items[end].level >= level { end += 1 }
        items[start..<end].reverse()
        start = end
      }
    }
    return items
  }
}
