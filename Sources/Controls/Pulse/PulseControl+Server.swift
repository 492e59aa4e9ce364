internal import Diagnostics
internal import Linux

/// Processes what the server reports.
extension PulseControl: PulseMember {
  func didOpen() {
    isOpen = true
    readMicroseconds = nil
    read()
  }

  func didLose(reason: String) {
    isOpen = false
    isReadWanted = false
    isReadingNames = false
    reader.end()
    readAlarm?.set(atMicroseconds: nil)
    answerAlarm?.set(atMicroseconds: nil)
    lose(reason)
  }

  func didChange(_ change: PulseChange) {
    switch (change.facility, target) {
    case (.server, _):
      if target.isDefault { read() }
    case (.sink, .sink), (.source, .source), (.stream, .stream):
      // Changes of other items are frequent, and only new ones can affect this target.
      let isOwn = balance.entries.contains { $0.index == change.index }
      if isOwn || !isOnline || change.kind == .new { read() }
    default: break
    }
  }

  // MARK: Reading

  /// Reads the volume, now or as soon as the read interval allows.
  func read() {
    guard isOpen else { return }
    if reader.isUnderway {
      isReadWanted = true
      return
    }
    let now = loop.nowMicroseconds
    if let last = readMicroseconds, last <= now, now < last + Self.readIntervalMicroseconds {
      return readAgain(atMicroseconds: last + Self.readIntervalMicroseconds)
    }
    readAlarm?.set(atMicroseconds: nil)
    readMicroseconds = now
    isReadWanted = false
    query { server.read(target, by: reader) }
  }

  private func query(_ body: () -> Void) {
    answerAlarm?.set(afterMicroseconds: Self.answerMicroseconds)
    body()
  }

  private func readAgain(atMicroseconds moment: Int64) {
    let earlier = min(readAlarm?.deadlineMicroseconds ?? moment, moment)
    readAlarm?.set(atMicroseconds: earlier)
  }

  func didRead(_ answer: PulseReader.Answer) {
    answerAlarm?.set(atMicroseconds: nil)
    if isReadingNames {
      isReadingNames = false
      lose(reasonForAbsence)
    } else if reader.hasInvalidVolume {
      didReadInvalidVolume()
    } else if answer == .found, !reader.entries.isEmpty {
      process(reader.entries)
    } else if case .stream = target {
      lose(reasonForAbsence)
    } else if target.isDefault {
      lose("the server has no \(target.noun)")
    } else {
      forget()
      isReadingNames = true
      return query { server.readNames(like: target, by: reader) }
    }
    // The report may have stopped the control.
    guard isOpen else { return }
    // An answer to a query sent before the command does not confirm it.
    let isConfirmed = commandMicroseconds ?? 0 <= readMicroseconds ?? 0
    if isReadWanted { read() }
    if isConfirmed { runner.update { [lastCommand] in $0.confirmed(lastCommand, at: $1) } }
  }

  /// Keeps the known state; without one, the error is the reason of the loss.
  private func didReadInvalidVolume() {
    let reason = "the \(target.title) reports a volume outside PulseAudio's range"
    guard isOnline else { return lose(reason) }
    runner.update { $0.complain(.outOfRange, reason, at: $1) }
  }

  private var reasonForAbsence: String {
    let names = reader.names
    switch target {
    case .sink(let name), .source(let name):
      let closest = Spelling.closest(to: name, among: names)
      return "there is no \(target.noun) \"\(name)\"; "
        + (closest.map { "did you mean \"\($0)\"? Available: " } ?? "available: ")
        + (names.isEmpty ? "none" : names.joined(separator: ", "))
    case .stream(let application):
      if reader.hasFixed { return "the volume of \"\(application)\" cannot be set" }
      return "\"\(application)\" is not playing"
        + (names.isEmpty ? "" : "; playing now: \(names.joined(separator: ", "))")
    }
  }

  // MARK: What was read

  private func process(_ entries: [PulseEntry]) {
    let isMuted = entries.allSatisfy(\.isMuted)
    guard isOnline else { return adopt(entries, isMuted) }
    if !balance.hasSameItems(as: entries) {
      guard case .stream = target else { return changeOver(to: entries, isMuted) }
      // Streams come and go; the knob shows the loudest one.
      balance.learn(entries)
    }
    let queryTime = readMicroseconds ?? 0
    runner.update { $0.read(isMuted: isMuted, requestedAt: queryTime, at: $1) }
    // A command may be half executed: its volumes are not a new balance.
    if runner.exchange.isLevelCertain(requestedAt: queryTime) || balance.matches(entries) {
      balance.learn(entries)
      runner.update { $0.read(shownLevel(of: entries), requestedAt: queryTime, at: $1) }
    }
  }

  /// Returns the level that the knob shows; more than 100 % is shown as 100 %.
  private func shownLevel(of entries: [PulseEntry]) -> Double {
    min(PulseBalance.level(of: entries), 1)
  }

  /// Another sink is now the default, or has the name; the present turn was not meant for it.
  private func changeOver(to entries: [PulseEntry], _ isMuted: Bool) {
    let now = loop.nowMicroseconds
    let isTurning = commandMicroseconds.map { now - $0 < Self.turnMicroseconds } ?? false
    forget()
    if isTurning {
      // Ends the finger's turn.
      lose("the \(target.title) was replaced by another one")
      guard isOpen else { return }
      changeoverEndMicroseconds = now + Self.changeoverMicroseconds
    }
    adopt(entries, isMuted)
  }

  private func adopt(_ entries: [PulseEntry], _ isMuted: Bool) {
    balance.learn(entries)
    let queryTime = readMicroseconds ?? 0
    runner.update { $0.found(.answers, muteSource: .answers, at: $1) }
    runner.update { $0.read(isMuted: isMuted, requestedAt: queryTime, at: $1) }
    runner.update { $0.read(shownLevel(of: entries), requestedAt: queryTime, at: $1) }
  }
}
