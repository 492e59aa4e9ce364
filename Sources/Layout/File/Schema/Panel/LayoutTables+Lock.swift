internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout

/// Protection of knobs and buttons against accidental touches.
extension LayoutTables {
  /// The lock of a knob: a word, or `true` for a tap.
  static let knobLock: Shape<OrNone<Lock>> = {
    let words = locks(Lock.allCases)
    return Shape(
      expectation: "`true`, `false`, or " + words.expectation,
      schema: ["anyOf": [Shape<Bool>.flag.schema, words.schema]]
    ) { node, subject, context in
      guard case .scalar(let text, isPlain: true) = node.content, !isWord(text) else {
        return words.read(node, subject, context).map { OrNone($0) }
      }
      return Shape<Bool>.flag.read(node, subject, context).map { OrNone($0 ? .tap : nil) }
    }
  }()

  static let buttonLockField = Field<ButtonEntry>(
    "lock",
    // `tap` is excluded: a tap already presses the button.
    locks([.hold, .pin]), intoOptional: \.button.lock, example: "hold",
    alsoCalled: ["locked", "guard", "protect", "confirm", "hold", "long_press"],
    "What a press requires: with `hold`, the finger must stay on it for a second, until it is "
      + "fully lit; with `pin`, the panel's PIN must be entered.")

  static let heldLockRule = KeyRule.apart(
    KeyRule.Key("lock", among: ["pin"]), from: [KeyRule.Key("kind", among: ["momentary"])]
  ) { _, kind, _ in
    Diagnostic(
      .error, "a `momentary` button cannot wait for a PIN: it acts only while it is held",
      at: kind.span, hint: "remove `kind`, or write `lock: hold`")
  }

  /// The lock of a page or of the panel.
  static let pinLock = locks([.pin])

  /// Some of the locks; records where a PIN is needed.
  private static func locks(_ locks: [Lock]) -> Shape<Lock> {
    Shape<Lock>.choice(
      locks.map { ($0.rawValue, $0) },
      synonyms: [
        "press": "hold", "long": "hold", "long_press": "hold", "longpress": "hold", "rest": "hold",
        "touch": "tap", "click": "tap", "code": "pin", "password": "pin", "passcode": "pin",
      ]
    )
    .map { lock, node, _, context in
      if lock == .pin { context.pinUses.append(node.span) }
      return lock
    }
  }

  /// Whether the text is none of the words for true or false, here or in other programs.
  private static func isWord(_ text: String) -> Bool {
    !["true", "false", "yes", "no", "on", "off", "y", "n", "1", "0"].contains(text.lowercased())
  }
}

// MARK: The PIN

extension LayoutTables {
  static let pinFields: [Field<PanelLayout>] = [
    Field(
      "pin", .either(scalar: digits, mapping: keptPIN), intoOptional: \.pin,
      example: ["file": "/etc/knobpanel/pin"],
      alsoCalled: ["pin_code", "pincode", "code", "passcode"],
      "The PIN that unlocks items with `lock: pin`: 4 to 8 digits in quotes, or better the file or "
        + "variable that holds them, as layouts are copied and shown to others."),
    Field(
      "lock", pinLock, example: "pin", alsoCalled: ["locked", "protect"],
      "With `pin`, the whole panel is locked: any touch asks for the PIN. A padlock in a corner "
        + "shows this."
    ) { lock, panel, _ in panel.isLocked = lock == .pin },
    Field(
      "pin_unlocked", after, into: \.pinUnlockedMicroseconds, fallback: "1min", example: "2min",
      alsoCalled: ["pin_timeout", "unlocked"],
      "The time from the last touch until everything that the PIN unlocked is locked again."),
  ]

  static let pinRule = KeyRule.needs(
    "pin_unlocked", "pin", "`pin_unlocked` needs a `pin`, but there is none",
    hint: "add `pin: {file: /etc/knobpanel/pin}`")

  /// A PIN in the layout itself; a number keeps its leading zeros.
  private static let digits: Shape<PIN> = {
    let (least, most) = (PIN.lengths.lowerBound, PIN.lengths.upperBound)
    return Shape(
      expectation: "\(least) to \(most) digits in quotes",
      schema: [
        "type": ["string", "integer"], "pattern": .string("^[0-9]{\(least),\(most)}$"),
        "minimum": 0, "maximum": 99_999_999,
      ]
    ) { node, subject, context in
      guard case .scalar(let text, _) = node.content, !node.isNull else {
        context.mismatch(node, subject)
        return nil
      }
      // The message must not contain the text.
      if let pin = PIN(text) { return pin }
      context.error("a PIN must be \(least) to \(most) digits", at: node.span)
      return nil
    }
  }()

  private static let keptPIN = Shape<Secret>.secret(
    "a PIN", file: "/etc/knobpanel/pin", variable: "KNOBPANEL_PIN"
  ).map { secret, node, _, context -> PIN? in
    switch context.environment.assets?.secret(secret) {
    // Without assets, no secret is read.
    case nil: return nil
    case .failure(let error)?:
      context.error(
        "the PIN cannot be read: \(VisibleText.printable(error.reason))", at: node.span,
        hint: "write 4 to 8 digits there; others should not be able to read them")
      return nil
    case .success(let text)?:
      if let pin = PIN(text) { return pin }
      context.error(
        "this secret is not a PIN of 4 to 8 digits", at: node.span,
        hint: "write only the digits")
      return nil
    }
  }
}
