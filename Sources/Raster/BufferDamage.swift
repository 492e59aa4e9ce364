/// What each of several buffers misses of the picture that they take turns to show.
///
///     frame     changed     drawn into     copied
///     1         all         buffer 0       all
///     2         left        buffer 1       all
///     3         right       buffer 0       left and right
///     4         left        buffer 1       right and left
///
/// The damage of each frame is added for every buffer, and a buffer's is removed when it is
/// repaired. What a buffer misses is therefore right however long ago it was last used.
public struct BufferDamage: Sendable {
  /// In pixels of the picture; nil for a buffer whose content is unknown or of no use.
  private var pending: [Damage?]

  /// Starts with `bufferCount` buffers, all of them with unknown content.
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

  /// Forgets all buffers, as when others of another size take their place.
  public mutating func removeAllBuffers() {
    pending.removeAll()
  }

  /// Notes what a frame changed.
  ///
  /// - Parameter damage: In pixels of the picture.
  public mutating func add(_ damage: borrowing Damage) {
    for index in pending.indices { pending[index]?.formUnion(damage) }
  }

  /// Notes that no buffer has anything in common with the picture any more, as when the picture has
  /// another size or is turned another way.
  public mutating func invalidateAll() {
    for index in pending.indices { pending[index] = nil }
  }

  /// Whether the buffer was never repaired, or not since `invalidateAll`.
  public func isInvalid(_ buffer: Int) -> Bool { pending[buffer] == nil }

  /// Takes the damage of a buffer, which counts as up to date from then on.
  ///
  /// - Parameters:
  ///   - buffer: Its index.
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
