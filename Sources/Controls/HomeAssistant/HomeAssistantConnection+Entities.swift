internal import Linux

/// The entities and attributes that the members of a connection use.
struct EntityUses {
  private var entityCounts: [String: Int] = [:]
  private var attributeCounts: [String: Int] = [:]
  private(set) var entities: Set<String> = []
  private(set) var attributes: Set<String> = []

  /// Adds or removes one use of an entity, and of these attributes.
  mutating func change(_ entity: String, _ attributes: [String], by count: Int) {
    if !entity.isEmpty { Self.change(entity, by: count, &entityCounts, &entities) }
    for attribute in attributes {
      Self.change(attribute, by: count, &attributeCounts, &self.attributes)
    }
  }

  private static func change(
    _ name: String, by count: Int, _ counts: inout [String: Int], _ used: inout Set<String>
  ) {
    counts[name, default: 0] += count
    if counts[name, default: 0] > 0 {
      used.insert(name)
    } else {
      counts[name] = nil
      used.remove(name)
    }
  }
}

/// The states of entities.
extension HomeAssistantConnection {
  /// Adds the entity of a member, before it joins.
  func use(_ entity: String, _ attributes: [String]) {
    let isNew = !entity.isEmpty && subscription?.entities.contains(entity) != true
    let hasMore = !uses.attributes.isSuperset(of: attributes)
    uses.change(entity, attributes, by: 1)
    // The state without these attributes is not that of the member.
    if hasMore { revisions[entity] = nil }
    // An item may also come while the first states are awaited. Those of a new layout come together.
    if isOpen || subscription != nil, isNew || hasMore { subscriptionRequest.schedule() }
  }

  func endUse(_ entity: String, _ attributes: [String]) {
    uses.change(entity, attributes, by: -1)
  }

  /// Subscribes to the entities in use, instead of earlier ones.
  ///
  /// The server would send all of its entities to a subscription without any.
  func subscribe() {
    guard !uses.entities.isEmpty else { return }
    // The states of other entities will be out of date.
    states = states.filter { uses.entities.contains($0.key) }
    revisions = revisions.filter { uses.entities.contains($0.key) }
    absences = absences.filter { uses.entities.contains($0.key) }
    let last = subscription
    let id = request(.subscribe(entities: uses.entities.sorted()), for: .subscription)
    subscription = (id, uses.entities)
    if let last { request(.unsubscribe(id: last.id), for: .unsubscription) }
  }

  /// The entities in use that were not reported.
  var missing: [String] {
    uses.entities.filter { states[$0] == nil && absences[$0] == nil }.sorted()
  }

  func adopt(_ changes: EntityChanges) {
    for (entity, state) in changes.added { states[entity] = state }
    for (entity, change) in changes.changed { states[entity]?.apply(change) }
    for entity in changes.removed where states[entity] != nil {
      states[entity] = nil
      absences[entity] = "\(entity) was removed or renamed in Home Assistant"
    }
    revision += 1
    for entity in changes.added.keys {
      absences[entity] = nil
      revisions[entity] = revision
    }
    for entity in changes.changed.keys { revisions[entity] = revision }
    for entity in changes.removed { revisions[entity] = revision }
    guard isOpen else { return didOpen() }
    if changes.isMalformed { misread("the server sent a state that is not a text") }
    notifyUpdate()
    if !missing.isEmpty { scheduleRegistryQuery() }
  }

  /// Explains why entities are missing, with what the registry says about them.
  ///
  /// - Parameter registry: The answer; nil if the server refuses it.
  func explain(_ registry: HomeAssistantMessage.Registry?) {
    revision += 1
    for entity in missing {
      switch registry?.verdicts[entity] {
      case .registered:
        absences[entity] = "\(entity) has no state: its integration is starting, or it is disabled"
      case .unknown(let nearest):
        let hint = nearest.map { "; did you mean \($0)?" } ?? ""
        absences[entity] = "there is no entity \(entity)\(hint)"
      case nil: absences[entity] = "there is no entity \(entity)"
      }
      revisions[entity] = revision
    }
    if isOpen { notifyUpdate() }
  }
}
