package import Layout

/// The keys of a back end in layout files: one kind of `control:` and, if needed, one kind of
/// `connections:`.
package struct ControlKeys: Sendable {
  let control: Tag<ControlLayout>
  let connection: ConnectionKeys?
  /// Whether its controls can send the code of a keypad, as text.
  let sendsCodes: Bool
  /// Its key under `control:`.
  package var key: String { control.key }

  /// - Parameters:
  ///   - key: Its key under `control:`.
  ///   - shape: Its keys, usually a `.record`; the record may use `ReadingContext.knob` and
  ///     `connection(_:to:of:)`.
  ///   - example: A valid value as text.
  ///   - summary: One sentence.
  ///   - connection: The kind of connection that the control uses; nil for none.
  ///   - sendsCodes: Whether its controls can send the code of a keypad.
  package init<Settings: ControlSettings>(
    _ key: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Settings>, example: String,
    _ summary: String, connection: ConnectionKeys? = nil, sendsCodes: Bool = false
  ) {
    control = Tag(key, shape(), example: example, summary) { .backEnd($0) }
    self.connection = connection
    self.sendsCodes = sendsCodes
  }
}

/// One kind of `connections:`.
package struct ConnectionKeys: Sendable {
  let tag: Tag<any ConnectionSettings>

  /// - Parameters:
  ///   - key: Its key under the connection's name.
  ///   - shape: Its keys.
  ///   - example: A valid value as text.
  ///   - summary: One sentence.
  package init<Settings: ConnectionSettings>(
    _ key: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Settings>, example: String,
    _ summary: String
  ) {
    tag = Tag(key, shape(), example: example, summary) { $0 }
  }
}
