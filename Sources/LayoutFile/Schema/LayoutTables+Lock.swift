internal import JSON
internal import Knobs
internal import Layout

/// What protects knobs and buttons from those who touch them by accident.
extension LayoutTables {
  /// Of a knob: a word, or `true` for a tap.
  static let knobLock: Shape<Lock?> = {
    let words = Shape<Lock>.choice(of: Lock.self, synonyms: lockSynonyms)
    return Shape(
      expectation: "`true`, `false`, or " + words.expectation,
      schema: ["anyOf": [Shape<Bool>.flag.schema, words.schema]]
    ) { node, subject, context in
      guard case .scalar(let text, isPlain: true) = node.content, !isWord(text) else {
        return words.read(node, subject, context).map { Optional($0) }
      }
      return Shape<Bool>.flag.read(node, subject, context).map { isLocked -> Lock? in
        isLocked ? .tap : nil
      }
    }
  }()

  static let buttonLockField = Field<ButtonEntry>(
    "lock",
    .choice(buttonLocks.map { ($0.rawValue, $0) }, synonyms: lockSynonyms),
    intoOptional: \.button.lock, example: "hold",
    alsoCalled: ["locked", "guard", "protect", "confirm", "hold", "long_press"],
    "What a press needs: with `hold` the finger has to stay on it for a second, until the bar in it "
      + "is full.")

  /// A tap is what presses a button anyway.
  private static let buttonLocks: [Lock] = [.hold]

  private static let lockSynonyms = [
    "press": "hold", "long": "hold", "long_press": "hold", "longpress": "hold", "rest": "hold",
    "touch": "tap", "click": "tap",
  ]

  /// Whether it is none of the words that mean true or false, here or in other programs.
  private static func isWord(_ text: String) -> Bool {
    !["true", "false", "yes", "no", "on", "off", "y", "n", "1", "0"].contains(text.lowercased())
  }
}
