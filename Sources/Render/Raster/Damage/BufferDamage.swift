/// The damage that each of several alternating buffers has yet to copy from the picture.
///
///     frame     changed     drawn into     copied
///     1         all         buffer 0       all
///     2         left        buffer 1       all
///     3         right       buffer 0       left and right
///     4         left        buffer 1       right and left
///
/// Each frame's damage is added to every buffer; repairing a buffer clears its damage. A buffer's
/// damage is therefore correct however long ago the buffer was last used.
public struct BufferDamage: Sendable {
  /// In pixels of the picture; nil for a buffer whose content is unknown or unusable.
  private var pending: [Damage?]

  /// Creates `bufferCount` buffers with unknown content.
  public init(bufferCount: Int = 0) {
    pending = Array(repeating: nil, count: bufferCount)
  }

  /// The number of buffers.
  public var bufferCount: Int { pending.count }

  /// Adds a buffer with unknown content and returns its index.
  public mutating func addBuffer() -> Int {
    pending.append(nil)
    return pending.count - 1
  }

  /// Removes all buffers, for example when buffers of another size replace them.
  public mutating func removeAllBuffers() {
    pending.removeAll()
  }

  /// Records what a frame changed.
  ///
  /// - Parameter damage: The changed area, in pixels of the picture.
  public mutating func add(_ damage: borrowing Damage) {
    for index in pending.indices { pending[index]?.formUnion(damage) }
  }

  /// Marks the content of every buffer as unusable, for example when the picture's size or rotation
  /// changes.
  public mutating func invalidateAll() {
    for index in pending.indices { pending[index] = nil }
  }

  /// Returns whether a buffer was never repaired, or not since `invalidateAll`.
  public func isInvalid(_ buffer: Int) -> Bool { pending[buffer] == nil }

  /// Takes the damage of a buffer and marks the buffer as up to date.
  ///
  /// - Parameters:
  ///   - buffer: The buffer's index.
  ///   - frame: The bounds of the whole picture.
  /// - Returns: The part of the picture to copy into the buffer.
  public mutating func repair(_ buffer: Int, in frame: PixelRect) -> Damage {
    guard let damage = pending[buffer] else {
      pending[buffer] = Damage()
      return Damage(frame)
    }
    pending[buffer]?.removeAll()
    return damage
  }
}
