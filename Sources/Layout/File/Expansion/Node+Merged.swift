extension Node {
  /// Returns this mapping with the missing keys taken from another.
  ///
  /// Mappings in both are merged key by key, unless they are items of different kinds (`isOneOf`);
  /// lists and scalars replace. A `~` in this mapping removes the other's key. Duplicate keys are
  /// kept, to be reported later.
  ///
  /// - Parameters:
  ///   - below: The mapping that supplies keys missing here.
  ///   - keys: The known keys.
  ///   - belowOthers: The known keys below any other key, such as a name chosen in the file.
  /// - Returns: The merged mapping; this node unchanged unless both are mappings.
  func merged(
    over below: Node, _ keys: [KeyDescription], belowOthers: [KeyDescription] = []
  ) -> Node {
    guard case .mapping(var entries) = content, case .mapping(let inherited) = below.content else {
      return self
    }
    var own: [String: Int] = [:]
    for (index, entry) in entries.enumerated().reversed() { own[entry.key] = index }
    var removedKeys: Set<String> = []
    for entry in inherited {
      guard let index = own[entry.key] else {
        entries.append(entry)
        continue
      }
      let value = entries[index].value
      if value.isWrittenNull { removedKeys.insert(entry.key) }
      let description = keys.first { $0.key == entry.key }
      guard
        description?.isOneOf != true || value.entries.first?.key == entry.value.entries.first?.key
      else { continue }
      entries[index].value = value.merged(over: entry.value, description?.keys ?? belowOthers)
    }
    var result = self
    if !removedKeys.isEmpty { entries.removeAll { removedKeys.contains($0.key) } }
    result.content = .mapping(entries)
    result.weight = entries.reduce(1) { $0 + $1.value.weight + 1 }
    result.isIncomplete = isIncomplete || below.isIncomplete
    return result
  }

  /// Whether this is an explicit `~` or `null`, not merely an empty value.
  private var isWrittenNull: Bool {
    guard case .scalar(let text, _) = content else { return false }
    return isNull && !text.isEmpty
  }
}
