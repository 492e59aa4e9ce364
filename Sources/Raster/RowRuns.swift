/// The stretches of some rows that a shape touches, sorted by how they are drawn; the rest has
/// coverage 0.
///
/// Those of several rows are found before any is drawn: drawing then is one loop for each kind,
/// whose branches a processor can foresee.
struct RowRuns {
  /// How a run is drawn, or a set of such ways.
  struct Kind: OptionSet {
    let rawValue: Int

    /// Coverage is 1 all along.
    static let full = Kind(rawValue: 1)
    /// Bounded as the shape's body is.
    static let side = Kind(rawValue: 2)
    /// Bounded as the shape's first or second tip is.
    static let firstTip = Kind(rawValue: 4)
    static let secondTip = Kind(rawValue: 8)
    /// Coverage has to be computed for each pixel.
    static let end = Kind(rawValue: 16)

    /// Of the first of a set.
    @inline(__always) var index: Int { rawValue.trailingZeroBitCount }
  }

  struct Run {
    /// The place in memory of column 0 of its row.
    var row: UnsafeMutablePointer<UInt32>
    var columns: Columns
    /// Of the centres of its pixels.
    var y: Float
    /// What to add to a column for the index of its coverage, where that is known.
    var offset: Int32
  }

  /// How many runs there are of each kind.
  private typealias Counts = InlineArray<5, Int>

  /// Each side of an arc through both of its ends has eleven at most, and a ring cuts each in two.
  private static let mostOfRow = 48
  /// Runs of one kind.
  private static let capacity = 96
  /// Runs of all kinds.
  static let memoryCapacity = capacity * Counts.count

  /// Owned by the code that draws the rows; an inline array would be copied to read one run of it.
  private let memory: UnsafeMutablePointer<Run>
  private var counts = Counts(repeating: 0)
  private var row: UnsafeMutablePointer<UInt32>
  private var y: Float = 0
  private var limits: (Columns, Columns) = (.none, .none)

  /// - Parameters:
  ///   - memory: Room for `memoryCapacity` runs.
  ///   - pixels: Where the picture is in memory.
  @inline(__always) init(
    memory: UnsafeMutablePointer<Run>, pixels: UnsafeMutablePointer<UInt32>
  ) {
    self.memory = memory
    row = pixels
  }

  /// Makes room for other rows.
  @inline(__always) mutating func removeAll() {
    counts = Counts(repeating: 0)
  }

  /// Those of some kinds, one kind after the other.
  @inline(__always) subscript(kinds: Kind) -> Selection { Selection(runs: self, kinds: kinds) }

  /// Runs of some kinds, as one sequence: a loop over each kind would be compiled once for each.
  struct Selection: Sequence, IteratorProtocol {
    private let memory: UnsafeMutablePointer<Run>
    private let counts: Counts
    private var kinds: Kind
    private var place: UnsafeMutablePointer<Run>
    private var end: UnsafeMutablePointer<Run>

    @inline(__always) init(runs: RowRuns, kinds: Kind) {
      memory = runs.memory
      counts = runs.counts
      self.kinds = kinds
      (place, end) = (memory, memory)
    }

    @inline(__always) mutating func next() -> Run? {
      while place == end {
        guard !kinds.isEmpty else { return nil }
        let index = kinds.index
        kinds = Kind(rawValue: kinds.rawValue & (kinds.rawValue - 1))
        place = memory + index * RowRuns.capacity
        end = place + counts[index]
      }
      defer { place += 1 }
      return place.pointee
    }
  }

  /// Whether there is room for the runs of another row.
  @inline(__always) var hasRoomForRow: Bool {
    var most = 0
    for kind in 0..<counts.count { most = max(most, counts[kind]) }
    return most <= Self.capacity - Self.mostOfRow
  }

  /// Begins another row.
  ///
  /// - Parameters:
  ///   - row: The place in memory of its column 0.
  ///   - y: Of the centres of its pixels.
  ///   - limits: The columns outside of which nothing is kept.
  @inline(__always) mutating func begin(
    _ row: UnsafeMutablePointer<UInt32>, y: Float, within limits: (Columns, Columns)
  ) {
    self.row = row
    self.y = y
    self.limits = limits
  }

  /// Adds some pixels.
  @inline(__always) mutating func add(_ columns: Columns, _ kind: Kind, offset: Int32 = 0) {
    append(columns.clamped(to: limits.0), kind, offset)
    // Of a canvas that is limited to a ring.
    if !limits.1.isEmpty { append(columns.clamped(to: limits.1), kind, offset) }
  }

  @inline(__always) private mutating func append(
    _ columns: Columns, _ kind: Kind, _ offset: Int32
  ) {
    let count = counts[kind.index]
    guard !columns.isEmpty, count < Self.capacity else { return }
    (memory + kind.index * Self.capacity + count).initialize(
      to: Run(row: row, columns: columns, y: y, offset: offset))
    counts[kind.index] = count + 1
  }

  /// Adds some pixels whose coverage is known; `offset` and a column give its index.
  @inline(__always) mutating func add(_ columns: Columns, knownAt offset: Int32) {
    add(columns, .side, offset: offset)
  }

  /// Adds the pixels from `start` up to but without `end`.
  @inline(__always) mutating func add(_ start: Int32, _ end: Int32, _ kind: Kind) {
    add(Columns(start, end), kind)
  }

  /// Adds a stretch of which what lies within `core` is covered all along.
  @inline(__always) mutating func add(_ columns: Columns, _ kind: Kind, core: Columns) {
    let first = columns.nearest(to: core.start)
    let last = min(max(core.end, first), columns.end)
    add(columns.start, first, kind)
    add(first, last, .full)
    add(last, columns.end, kind)
  }

  /// Adds those pixels of a stretch that are within the body, and apart from them the others.
  @inline(__always) mutating func add(_ columns: Columns, body: Columns) {
    let first = columns.nearest(to: body.start)
    let last = min(max(body.end, first), columns.end)
    add(columns.start, first, .end)
    add(first, last, .side)
    add(last, columns.end, .end)
  }
}
