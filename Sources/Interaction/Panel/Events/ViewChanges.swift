/// The visible parts of a panel that have changed since it was last drawn.
///
/// Contains only which parts changed; the drawing code reads their view states from the panel.
public struct ViewChanges: Sendable {
  /// Indices of knobs in the layout, each once.
  public private(set) var knobs: MarkedIndices
  /// Indices of buttons in the layout, each once; tabs follow the buttons.
  public private(set) var buttons: MarkedIndices
  /// Indices of labels in the layout, each once.
  public private(set) var labels: MarkedIndices
  /// Indices of images in the layout, each once.
  public private(set) var images: MarkedIndices
  /// Whether other pages are visible, or the same ones at another position.
  public private(set) var arePagesMarked = false
  /// Whether the texts are in another language; everything else is marked, too.
  public private(set) var isLanguageMarked = false
  /// Whether the PIN pad was opened, closed or changed, or the panel was locked or unlocked.
  public private(set) var isPINMarked = false
  /// Whether the cleaning countdown began, ended or changed.
  public private(set) var isCleaningMarked = false
  /// Whether another message is shown, or none.
  public private(set) var isMessageMarked = false

  init(knobCount: Int, buttonCount: Int, labelCount: Int, imageCount: Int) {
    knobs = MarkedIndices(count: knobCount)
    buttons = MarkedIndices(count: buttonCount)
    labels = MarkedIndices(count: labelCount)
    images = MarkedIndices(count: imageCount)
  }

  mutating func mark(knob index: Int) { knobs.mark(index) }
  mutating func mark(button index: Int) { buttons.mark(index) }
  mutating func mark(label index: Int) { labels.mark(index) }
  mutating func mark(image index: Int) { images.mark(index) }
  mutating func markPages() { arePagesMarked = true }
  mutating func markPIN() { isPINMarked = true }
  mutating func markCleaning() { isCleaningMarked = true }
  mutating func markMessage() { isMessageMarked = true }

  /// Marks everything, for a picture on which nothing of the panel has been drawn yet.
  public mutating func markAll() {
    knobs.markAll()
    buttons.markAll()
    labels.markAll()
    images.markAll()
    arePagesMarked = true
    isLanguageMarked = true
    isPINMarked = true
    isCleaningMarked = true
    isMessageMarked = true
  }

  /// Clears all marks after everything has been drawn.
  public mutating func removeAll() {
    knobs.removeAll()
    buttons.removeAll()
    labels.removeAll()
    images.removeAll()
    arePagesMarked = false
    isLanguageMarked = false
    isPINMarked = false
    isCleaningMarked = false
    isMessageMarked = false
  }
}

/// A set of indices below a fixed count, in the order in which they were marked; marking and
/// unmarking do not allocate.
public struct MarkedIndices: Sendable, Sequence {
  private var indices: [Int] = []
  private var isMarked: [Bool]

  init(count: Int) {
    isMarked = Array(repeating: false, count: count)
    indices.reserveCapacity(count)
  }

  mutating func mark(_ index: Int) {
    guard !isMarked[index] else { return }
    isMarked[index] = true
    indices.append(index)
  }

  mutating func markAll() {
    for index in isMarked.indices { mark(index) }
  }

  mutating func removeAll() {
    for index in indices { isMarked[index] = false }
    indices.removeAll(keepingCapacity: true)
  }

  /// Iterates over the marked indices in the order in which they were marked.
  public func makeIterator() -> IndexingIterator<[Int]> { indices.makeIterator() }
}
