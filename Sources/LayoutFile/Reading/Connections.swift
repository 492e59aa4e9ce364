internal import Diagnostics
internal import Layout

/// The connections of a layout, and which of them its controls use.
struct Connections {
  private let all: [(layout: ConnectionLayout, span: SourceSpan)]
  private var used: Set<String> = []
  /// False if there are some that could not be read, which was reported.
  private let isComplete: Bool

  init(_ setting: Setting<[Named<ConnectionDraft>]>, _ diagnostics: inout DiagnosticList) {
    var all: [(ConnectionLayout, SourceSpan)] = []
    for draft in setting.value ?? [] {
      guard let broker = draft.value.broker(&diagnostics) else { continue }
      all.append(
        (
          ConnectionLayout(name: draft.name, broker: broker, location: draft.nameSpan.start),
          draft.nameSpan
        ))
    }
    self.all = all
    let isLeftOver = all.isEmpty && setting.isWritten && diagnostics.hasErrors
    isComplete = !isLeftOver && all.count == setting.value?.count ?? 0
  }

  /// The connection that a control means; nil after the reason was appended.
  ///
  /// - Parameter control: Where messages point if the control names none.
  mutating func connection(
    _ name: Setting<String>, of control: SourceSpan, _ diagnostics: inout DiagnosticList
  ) -> ConnectionLayout? {
    if name.isUnreadable { return nil }
    let names = all.map(\.layout.name)
    let list = names.joined(separator: ", ")
    guard let (wanted, _, span) = name.written else {
      if all.count == 1, isComplete { return use(all[0].layout) }
      guard isComplete else { return nil }
      if all.isEmpty {
        diagnostics.error(
          "this control needs a connection, and there is none", at: control,
          hint: "add `connections: {home: {mqtt: {host: 10.0.0.2}}}` at the top")
      } else {
        diagnostics.error(
          "this control could use any of \(all.count) connections", at: control,
          hint: "add `connection:` with one of: \(list)")
      }
      return nil
    }
    if let found = all.first(where: { $0.layout.name == wanted }) { return use(found.layout) }
    guard isComplete else { return nil }
    diagnostics.error(
      "there is no connection \(VisibleText.quoted(wanted))", at: span,
      hint: Spelling.closest(to: wanted, among: names).map { "did you mean `\($0)`?" }
        ?? (all.isEmpty
          ? "add `connections: {\(wanted): {mqtt: {host: 10.0.0.2}}}` at the top"
          : "the connections are: \(list)"))
    return nil
  }

  /// Warns of those that nothing uses.
  func warnOfUnused(_ diagnostics: inout DiagnosticList) {
    for (layout, span) in all where !used.contains(layout.name) {
      diagnostics.warning(
        "no control uses the connection \(VisibleText.quoted(layout.name))", at: span,
        hint: "remove it, or give a knob a `control` over it")
    }
  }

  private mutating func use(_ connection: ConnectionLayout) -> ConnectionLayout {
    used.insert(connection.name)
    return connection
  }
}

extension ConnectionDraft {
  /// Nil after the reason was appended.
  fileprivate func broker(_ diagnostics: inout DiagnosticList) -> MQTTBrokerLayout? {
    if let password = password.keySpan, !username.isWritten {
      diagnostics.error(
        "a password is of no use without a user", at: password, hint: "add `username: panel`")
    }
    let files = encryption.value
    if let lonely = files?.certificate.keySpan, files?.key.isWritten == false {
      diagnostics.error(
        "a certificate is of no use without its key", at: lonely, hint: "add `key:` with its file")
    }
    if let lonely = files?.key.keySpan, files?.certificate.isWritten == false {
      diagnostics.error(
        "a key is of no use without its certificate", at: lonely,
        hint: "add `certificate:` with its file")
    }
    guard let host = host.value else { return nil }
    var broker = MQTTBrokerLayout(host: host)
    broker.encryption = encryption.value.flatMap(\.layout)
    broker.port =
      port.value.flatMap { UInt16(exactly: $0) } ?? (broker.encryption == nil ? 1883 : 8883)
    broker.username = username.value
    broker.password = password.value
    broker.clientID = clientID.value
    broker.keepaliveSeconds =
      keepalive.value.flatMap { Int(exactly: $0) } ?? broker.keepaliveSeconds
    return broker
  }
}

extension EncryptionDraft {
  fileprivate var layout: EncryptionLayout? {
    guard isWanted else { return nil }
    var layout = EncryptionLayout()
    layout.authorityFile = authority.value
    layout.certificateFile = certificate.value
    layout.keyFile = key.value
    layout.takesAnyName = insecure.value ?? false
    return layout
  }
}
