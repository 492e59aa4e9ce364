internal import Linux

/// How the call of a service ended.
enum CallOutcome {
  case done
  /// The server's reason, as one line.
  case refused(String)
  /// The server has not answered in time; its device may still follow.
  case overdue
}

/// Calls of services.
extension HomeAssistantConnection {
  /// How long a service may take: it waits for its device.
  static let callMicroseconds: Int64 = 10_000_000
  /// The maximum number of unanswered calls.
  static let callLimit = 256

  /// Calls a service.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - completion: Called later, unless the connection is lost.
  /// - Returns: False without a connection, or if too many calls are unanswered.
  func call(_ call: ServiceCall, completion: @escaping (CallOutcome) -> Void) -> Bool {
    guard isOpen, pending.count < Self.callLimit else { return false }
    let deadline = loop.nowMicroseconds + Self.callMicroseconds
    request(.call(call), for: .call(completion, deadline: deadline))
    if callAlarm == nil { callAlarm = loop.makeAlarm { [unowned self] in endOverdueCalls() } }
    scheduleDeadline()
    return true
  }

  func scheduleDeadline() {
    let deadlines = pending.values.compactMap { kind in
      if case .call(_, let deadline) = kind { deadline } else { nil as Int64? }
    }
    callAlarm?.set(atMicroseconds: deadlines.min())
  }

  private func endOverdueCalls() {
    let now = loop.nowMicroseconds
    var completions: [(CallOutcome) -> Void] = []
    for (id, kind) in pending.sorted(by: { $0.key < $1.key }) {
      guard case .call(let completion, let deadline) = kind, deadline <= now else { continue }
      pending[id] = nil
      completions.append(completion)
    }
    scheduleDeadline()
    for completion in completions { completion(.overdue) }
  }
}
