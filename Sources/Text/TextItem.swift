internal import CHarfBuzz

/// A stretch of a line that one font sets in one script and direction.
struct TextItem {
  var text: String
  /// Index in the list of fonts.
  var font: Int
  var script: hb_script_t
  /// As in the Unicode bidirectional algorithm: odd runs from right to left.
  var level: Int
}

/// Splits a line into items in the order in which they stand, from left to right.
///
/// A line of a panel is a name or a number, so the bidirectional algorithm (UAX #9) is reduced to
/// one paragraph without explicit marks: its direction is that of the first letter, numbers keep
/// theirs, and what is neutral between two letters of one direction goes with them.
struct TextItemizer {
  /// The first font that has all of a character's scalars.
  let font: (Character) -> Int

  private enum Direction {
    case left, right, number, neutral
  }

  func items(of text: String) -> [TextItem] {
    let characters = text.map { $0 }
    guard !characters.isEmpty else { return [] }
    let scripts = characters.map(script)
    let levels = levels(of: characters, scripts)
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

  private func script(of character: Character) -> hb_script_t {
    for scalar in character.unicodeScalars {
      let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
      if script != HB_SCRIPT_COMMON, script != HB_SCRIPT_INHERITED, script != HB_SCRIPT_UNKNOWN {
        return script
      }
    }
    return HB_SCRIPT_COMMON
  }

  private func levels(of characters: [Character], _ scripts: [hb_script_t]) -> [Int] {
    let directions = characters.indices.map { index -> Direction in
      if characters[index].isNumber { return .number }
      if scripts[index] == HB_SCRIPT_COMMON { return .neutral }
      return hb_script_get_horizontal_direction(scripts[index]) == HB_DIRECTION_RTL
        ? .right : .left
    }
    let base = directions.first { $0 == .left || $0 == .right } ?? .left
    // The nearest letters after each place, then the nearest before it on the way forward.
    var next = [Direction](repeating: base, count: directions.count + 1)
    for index in directions.indices.reversed() {
      let isLetter = directions[index] == .left || directions[index] == .right
      next[index] = isLetter ? directions[index] : next[index + 1]
    }
    var previous = base
    return directions.indices.map { index in
      switch directions[index] {
      case .left, .right:
        previous = directions[index]
        return level(of: directions[index], base: base)
      case .number:
        return previous == .right || base == .right ? 2 : 0
      case .neutral:
        return level(of: previous == next[index + 1] ? previous : base, base: base)
      }
    }
  }

  private func level(of direction: Direction, base: Direction) -> Int {
    if direction == .right { return 1 }
    return base == .right ? 2 : 0
  }

  /// Rule L2: from the highest level down to 1, turns round every sequence at that level or above.
  private func inVisualOrder(_ items: [TextItem]) -> [TextItem] {
    var items = items
    for level in [2, 1] {
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
