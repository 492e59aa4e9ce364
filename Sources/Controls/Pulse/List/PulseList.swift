internal import Linux

/// The sinks, sources and playing applications of this user's sound server, for writing a layout.
struct PulseList {
  /// How long a server may take to tell all.
  static let patienceMicroseconds: Int64 = 2_000_000

  struct Item {
    /// As a layout names it.
    var target: PulseTarget
    /// For a person.
    var description: String
    var level: Double
    var isMuted: Bool
    var isDefault: Bool
  }

  /// The name and version of the server; nil if none can be reached.
  var server: String?
  /// Sinks, then sources, then applications; without the monitors of sinks.
  var items: [Item] = []
  /// Why there is no list; nil if there is one.
  var problem: String?

  /// Asks the server, and waits for its answers.
  ///
  /// - Parameters:
  ///   - server: The address as libpulse takes it; nil for libpulse's own choice.
  ///   - patience: How long all may take, in microseconds.
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
