internal import Gesture
internal import Knobs
internal import Layout

/// The PIN: when it is required, the pad on which it is entered, and what it unlocks.
///
/// | # | items with `lock: pin` | event | result |
/// |---|---|---|---|
/// | 1 | locked | a knob is tapped, or a finger tries to turn it | the pad opens, `asked` |
/// | 2 | locked | the finger on a button lifts | as 1; the button is neither `released` nor `cancelled` yet |
/// | 3 | locked | a tab, a button or a swipe leads to a page | as 1; the current page stays |
/// | 4 | any | the pad opens | fingers on knobs and buttons are cancelled |
///
/// | # | pad | event | result |
/// |---|---|---|---|
/// | 5 | open | a finger lands on a key | drawn pressed |
/// | 6 | open | it lifts there | its digit is added, the last one is removed, or the pad closes: `cancelled` |
/// | 7 | open | it slides off or is lost | nothing |
/// | 8 | open | a finger lands outside the keys, or was down before | nothing, also below the pad |
/// | 9 | open | the digits match the PIN | it closes, `unlocked`; then the press or the page |
/// | 10 | open | the same number of digits do not match the PIN | `refused`; they are cleared and the error is shown |
/// | 11 | open | as 10, for the fifth time in a row | `blocked`: no digits for 30 s, with a countdown |
/// | 12 | blocked | closed and opened again, or another layout | stays blocked |
/// | 13 | open | no touch for 20 s | closes, `cancelled` |
/// | 14 | open | console switch, other display, or another layout | closes, `cancelled` |
/// | 15 | open | a control reports a level | shown below the pad |
/// | 16 | closes, not by 9 | it was opened for a button | the button is `cancelled` |
///
/// | # | keypad of a button | event | result |
/// |---|---|---|---|
/// | 16a | closed | the button acts, and its target can be reached | the pad opens, `asked` of the button; rows 4 to 8 and 13 to 15 apply, with `unsent` for `cancelled` |
/// | 16b | open, of codes of one length | the last digit | it closes, the code is sent, `sent` |
/// | 16c | open, of several lengths | the key that confirms, with enough digits | as 16b |
/// | 16d | open, of several lengths | another digit than the most | nothing |
/// | 16e | open | its target is lost | says so; back again, it does not |
/// | 16f | open, its target is lost | as 16b or 16c | the digits are cleared, nothing is sent, `unsent` |
///
/// | # | items with `lock: pin` | event | result |
/// |---|---|---|---|
/// | 17 | unlocked | any touch | as without a lock |
/// | 18 | unlocked | no touch for `pin_unlocked` | `locked`; a locked page is replaced by the `home` page or the first one |
/// | 19 | unlocked | another layout with the same PIN | stays unlocked |
/// | 20 | unlocked | another layout with another PIN | locked; shows the first page if the current one is locked |
///
/// | # | `panel.lock: pin` | event | result |
/// |---|---|---|---|
/// | 21 | locked | a finger lands anywhere, a wheel or an encoder is turned or pressed | as 1; nothing else |
/// | 22 | locked | a control reports a level | shown |
/// | 23 | locked by another layout | a finger that is turning a knob moves | it keeps turning until the finger lifts |
extension PanelController {
  /// The pad closes if it is not touched for this long.
  private static let patienceMicroseconds: Int64 = 20_000_000

  /// The look of the pad; nil if it is closed.
  public var pinPad: PINPadViewState? {
    guard let pad else { return nil }
    let count = pad.digits.count
    var state = PINPadViewState(
      enteredCount: count, digitCount: max(pad.lengths.lowerBound, count))
    state.takesCode = pad.takesCode
    if pad.confirms {
      state.confirmation = pad.lengths.contains(count) ? .possible : .tooShort
    }
    for key in PINPadLayout.keys.indices { state[isPressed: key] = pad.isPressed(key) }
    if case .code(let button, let step) = pad.purpose {
      state.notice = canSendCode(button, step) ? .none : .offline
      return state
    }
    let seconds = pinLock.secondsBlocked(at: now)
    state.notice = seconds > 0 ? .wait(seconds: seconds) : pad.isWrong ? .wrong : .none
    return state
  }

  /// Returns whether a page cannot be shown without the PIN.
  func isLocked(page: Int) -> Bool {
    !pinLock.isUnlocked && layout.pages.indices.contains(page) && layout.pages[page].isLocked
  }

  /// Whether items with `lock: pin` are locked.
  var isPINLocked: Bool { !pinLock.isUnlocked }

  /// Whether nothing on the panel can be touched without the PIN.
  public var isPanelLocked: Bool { layout.panel.isLocked && isPINLocked }

  /// Opens the pad once the current input has been handled.
  func askForPIN() { askForPIN(for: .unlock) }

  /// Opens the pad, if it is closed, once the current input has been handled.
  func askForPIN(for purpose: PINPad.Purpose) {
    if pad == nil, padRequest == nil { padRequest = purpose }
  }

  /// Rows 1 to 4.
  func openPad() {
    guard let purpose = padRequest else { return }
    padRequest = nil
    cancelContacts(at: now)
    guard case .code(let button, let step) = purpose else {
      let count = pinLock.digitCount
      pad = PINPad(for: purpose, count...count, on: layout.panel)
      return emit(.asked)
    }
    guard case .keypad(let keypad) = buttons[button].steps[step].action else { return }
    pad = PINPad(for: purpose, keypad.lengths, on: layout.panel)
    viewChanges.markPIN()
    emit(.asked, button: button) {}
  }

  /// Rows 14 and 16: closes the pad, if it is open, without performing its purpose.
  func closePad() {
    defer { padRequest = nil }
    guard let pad else { return cancelPress(padRequest) }
    self.pad = nil
    if case .code(let button, _) = pad.purpose {
      viewChanges.markPIN()
      return emit(.unsent, button: button) {}
    }
    emit(.cancelled)
    cancelPress(pad.purpose)
  }

  private func cancelPress(_ purpose: PINPad.Purpose?) {
    if case .press(let index)? = purpose { emit(.cancelled, button: index) {} }
  }

  private func emit(_ kind: PINEvent.Kind) {
    events.append(.pin(PINEvent(time: now, source: source, kind: kind)))
    viewChanges.markPIN()
  }
}

// MARK: Fingers

extension PanelController {
  /// Rows 5 to 8.
  func handlePad(_ change: ContactChange) {
    viewChanges.markPIN()
    switch change {
    case .down(let contact, let fraction):
      pad?.down(contact, at: viewport.designPoint(displayFraction: fraction))
    case .moved(let contact, let fraction):
      pad?.moved(contact, to: viewport.designPoint(displayFraction: fraction))
    case .up(let contact):
      if let key = pad?.up(contact) { press(key) }
    case .cancelled(let contact): pad?.cancelled(contact)
    }
  }

  private func press(_ key: PINPadLayout.Key) {
    switch key {
    case .cancel: closePad()
    case _ where pad?.takesCode == false && pinLock.secondsBlocked(at: now) > 0: break
    case .erase: pad?.erase()
    case .confirm: if let pad, pad.lengths.contains(pad.digits.count) { sendCode() }
    case .digit(let digit):
      guard let pad, pad.digits.count < pad.lengths.upperBound else { return }
      self.pad?.add(digit)
      guard let digits = self.pad?.digits, !pad.confirms, digits.count == pad.lengths.upperBound
      else { return }
      if pad.takesCode { sendCode() } else { enter(digits) }
    }
  }

  /// Rows 9 to 11.
  private func enter(_ digits: [UInt8]) {
    switch pinLock.check(digits, at: now) {
    case .right: unlock()
    case .wrong:
      pad?.isWrong = true
      emit(.refused)
    case .blocked:
      emit(.refused)
      emit(.blocked)
    }
    pad?.clear()
  }

  private func unlock() {
    guard let purpose = pad?.purpose else { return }
    pad = nil
    emit(.unlocked)
    pinLockChanged()
    switch purpose {
    case .unlock: break
    case .press(let index): actUnlocked(button: index)
    case .show(let page): go(toPage: page)
    case .code: break
    }
  }

  /// Takes over an earlier panel's unlocked state and its count of wrong PINs.
  func takePIN(from old: PanelController) {
    pinLock.takeOver(old.pinLock)
    pages.isLocked = layout.pages.indices.map { isLocked(page: $0) }
  }

  /// Settles and redraws all items affected by the PIN lock.
  private func pinLockChanged() {
    pages.isLocked = layout.pages.indices.map { isLocked(page: $0) }
    for knob in knobs where knob.layout.guards.lock == .pin { knob.didChange() }
    for (index, button) in buttons.enumerated() where button.layout.lock == .pin {
      viewChanges.mark(button: index)
    }
  }
}

// MARK: Codes

extension PanelController {
  /// Row 16a: opens the keypad of a button's step once the current input has been handled.
  func askForCode(_ button: ButtonController, _ step: Int) {
    guard let index = buttons.firstIndex(where: { $0 === button }), canSendCode(index, step)
    else { return }
    askForPIN(for: .code(button: index, step: step))
  }

  private func canSendCode(_ button: Int, _ step: Int) -> Bool {
    buttons[button].isEnabled && buttons[button].steps[step].send?.canBeSet == true
  }

  /// Rows 16b, 16c and 16f: sends the code, and forgets it.
  private func sendCode() {
    guard let pad, case .code(let button, let step) = pad.purpose else { return }
    self.pad?.clear()
    guard canSendCode(button, step) else { return emit(.unsent, button: button) {} }
    let send = buttons[button].steps[..<step].count { $0.send != nil }
    self.pad = nil
    viewChanges.markPIN()
    emit(.sent, button: button) {
      controlRequests.append(
        ControlRequest(.button(button, send: send), .code(TypedCode(digits: pad.digits))))
    }
  }
}

// MARK: Time

extension PanelController {
  /// When the pad closes or its countdown changes, or when items lock again; nil if neither is due.
  var pinWake: Timestamp? {
    if pad != nil {
      return Timestamp.earlier(
        lastTouch.advanced(byMicroseconds: Self.patienceMicroseconds),
        pinLock.nextSecond(after: now))
    }
    guard pinLock.isUnlocked, isUntouched else { return nil }
    return lastTouch.advanced(byMicroseconds: pinLock.unlockedMicroseconds)
  }

  /// Rows 13 and 18.
  func tickPIN() {
    if pad != nil {
      viewChanges.markPIN()
      if lastTouch.advanced(byMicroseconds: Self.patienceMicroseconds) <= now { closePad() }
    } else if pinLock.isUnlocked, let wake = pinWake, wake <= now {
      pinLock.isUnlocked = false
      emit(.locked)
      pinLockChanged()
      if isLocked(page: pages.shown) { go(toPage: homePage) }
    }
  }
}
