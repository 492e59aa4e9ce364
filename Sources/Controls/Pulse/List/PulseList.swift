internal import Linux

/// The sinks, sources and playing applications of this user's sound server, for writing a layout.
struct PulseList {
  /// The time limit of the server's answers.
  static let patienceMicroseconds: Int64 = 2_000_000

  struct Item {
    /// The target, as named in a layout.
    var target: PulseTarget
    /// A human-readable description.
    var description: String
    var level: Double
    var isMuted: Bool
    var isDefault: Bool
  }

  /// The server's name and version; nil if none can be reached.
  var server: String?
  /// Sinks, then sources, then applications; without monitor sources.
  var items: [Item] = []
  /// Why there is no list; nil if there is one.
  var problem: String?

  /// Queries the server, and waits for its answers.
  ///
  /// - Parameters:
  ///   - server: The address, in libpulse's format; nil for libpulse's default.
  ///   - patience: The time limit of all answers, in microseconds.
  /// - Returns: The list, or why there is none.
  static func read(
    server: String? = nil, patienceMicroseconds patience: Int64 = PulseList.patienceMicroseconds
  ) -> PulseList {
    do {
      let loop = try EventLoop()
      let reader = PulseListReader(try PulseLibrary(), server: server, loop: loop)
      let end = MonotonicClock.microseconds + patience
      reader.start()
      while !reader.isDone, MonotonicClock.microseconds < end {
        try loop.runOnce(timeoutMilliseconds: 20)
      }
      return reader.isDone
        ? reader.list : PulseList(problem: PulseError.silent(server: server).description)
    } catch {
      return PulseList(problem: "\(error)")
    }
  }
}
