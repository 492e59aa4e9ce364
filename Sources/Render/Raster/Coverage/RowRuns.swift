/// The runs of pixels in several rows that a shape touches, sorted by how they are drawn; all other
/// pixels have coverage 0.
///
/// The runs of several rows are found before any is drawn: drawing is then one loop for each kind,
/// with branches that a processor can predict.
struct RowRuns {
  /// The way a run is drawn, or a set of ways.
  struct Kind: OptionSet {
    let rawValue: Int

    /// Coverage is 1 throughout.
    static let full = Kind(rawValue: 1)
    /// Bounded like the shape's body.
    static let side = Kind(rawValue: 2)
    /// Bounded like the shape's first or second tip.
    static let firstTip = Kind(rawValue: 4)
    static let secondTip = Kind(rawValue: 8)
    /// Coverage has to be computed for each pixel.
    static let end = Kind(rawValue: 16)

    /// The index of the first kind in the set.
    @inline(__always) var index: Int { rawValue.trailingZeroBitCount }
  }

  struct Run {
    /// The address of column 0 of the run's row.
    var row: UnsafeMutablePointer<UInt32>
    var columns: Columns
    /// The y coordinate of its pixels' centres.
    var y: Float
    /// The offset from a column to the index of its coverage, if that is known.
    var offset: Int32
  }

  /// The number of runs of each kind.
  private typealias Counts = InlineArray<5, Int>

  /// The maximum for a row: each side of an arc has at most eleven in a row through both of its
  /// ends, and a ring cuts each in two.
  private static let maxPerRow = 48
  /// The maximum number of runs of one kind.
  private static let capacity = 96
  /// The maximum number of runs of all kinds.
  static let memoryCapacity = capacity * Counts.count

  /// Owned by the code that draws the rows; reading one run of an inline array would copy the
  /// array.
  private let memory: UnsafeMutablePointer<Run>
  private var counts = Counts(repeating: 0)
  private var row: UnsafeMutablePointer<UInt32>
  private var y: Float = 0
  private var limits: (Columns, Columns) = (.none, .none)

  /// - Parameters:
  ///   - memory: Memory for `memoryCapacity` runs.
  ///   - pixels: The address of the picture's pixels.
  @inline(__always) init(
    memory: UnsafeMutablePointer<Run>, pixels: UnsafeMutablePointer<UInt32>
  ) {
    self.memory = memory
    row = pixels
  }

  /// Removes all runs, to make room for other rows.
  @inline(__always) mutating func removeAll() {
    counts = Counts(repeating: 0)
  }

  /// The runs of some kinds, one kind after the other.
  @inline(__always) subscript(kinds: Kind) -> Selection { Selection(runs: self, kinds: kinds) }

  /// Runs of some kinds as one sequence: separate loops would be compiled once for each kind.
  struct Selection: Sequence, IteratorProtocol {
    private let memory: UnsafeMutablePointer<Run>
    private let counts: Counts
    private var kinds: Kind
    private var current: UnsafeMutablePointer<Run>
    private var end: UnsafeMutablePointer<Run>

    @inline(__always) init(runs: RowRuns, kinds: Kind) {
      memory = runs.memory
      counts = runs.counts
      self.kinds = kinds
      (current, end) = (memory, memory)
    }

    @inline(__always) mutating func next() -> Run? {
      while current == end {
        guard !kinds.isEmpty else { return nil }
        let index = kinds.index
        kinds = Kind(rawValue: kinds.rawValue & (kinds.rawValue - 1))
        current = memory + index * RowRuns.capacity
        end = current + counts[index]
      }
      defer { current += 1 }
      return current.pointee
    }
  }

  /// Whether there is room for the runs of another row.
  @inline(__always) var hasRoomForRow: Bool {
    var highest = 0
    for kind in 0..<counts.count { highest = max(highest, counts[kind]) }
    return highest <= Self.capacity - Self.maxPerRow
  }

  /// Begins a new row.
  ///
  /// - Parameters:
  ///   - row: The address of its column 0.
  ///   - y: The y coordinate of its pixels' centres.
  ///   - limits: The columns to which runs are clipped.
  @inline(__always) mutating func begin(
    _ row: UnsafeMutablePointer<UInt32>, y: Float, within limits: (Columns, Columns)
  ) {
    self.row = row
    self.y = y
    self.limits = limits
  }

  /// Adds a run of pixels.
  @inline(__always) mutating func add(_ columns: Columns, _ kind: Kind, offset: Int32 = 0) {
    append(columns.clamped(to: limits.0), kind, offset)
    // Only for a canvas that is limited to a ring.
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

  /// Adds a run of pixels with known coverage; `offset` plus a column gives its index.
  @inline(__always) mutating func add(_ columns: Columns, knownAt offset: Int32) {
    add(columns, .side, offset: offset)
  }

  /// Adds the pixels from `start` up to but not including `end`.
  @inline(__always) mutating func add(_ start: Int32, _ end: Int32, _ kind: Kind) {
    add(Columns(start, end), kind)
  }

  /// Adds a stretch whose part within `core` is fully covered.
  @inline(__always) mutating func add(_ columns: Columns, _ kind: Kind, core: Columns) {
    let first = columns.nearest(to: core.start)
    let last = min(max(core.end, first), columns.end)
    add(columns.start, first, kind)
    add(first, last, .full)
    add(last, columns.end, kind)
  }

  /// Adds a shape's pixels of a row; those in `full` are fully covered, and coverage of the others
  /// has to be computed.
  @inline(__always) mutating func add(_ columns: Columns, full: Columns) {
    if full.isEmpty { return add(columns, .end) }
    add(columns.start, full.start, .end)
    add(full, .full)
    add(full.end, columns.end, .end)
  }

  /// Adds the pixels of a row that are not in a hole; their coverage has to be computed.
  @inline(__always) mutating func add(_ columns: Columns, around hole: Columns) {
    if hole.isEmpty { return add(columns, .end) }
    add(columns.start, hole.start, .end)
    add(hole.end, columns.end, .end)
  }

  /// Adds a stretch, with the pixels within the body separate from the others.
  @inline(__always) mutating func add(_ columns: Columns, body: Columns) {
    let first = columns.nearest(to: body.start)
    let last = min(max(body.end, first), columns.end)
    add(columns.start, first, .end)
    add(first, last, .side)
    add(last, columns.end, .end)
  }
}
