internal import Gesture

/// Tracks the contacts of a device that lists all of them in each frame (protocol A).
///
/// A packet with a tracking id continues the contact with that id. The others continue the nearest
/// contacts; the remaining ones begin in the lowest free slots.
struct AnonymousTracker: ContactTracker {
  private struct Packet {
    var x: Int32?
    var y: Int32?
    var trackingID: Int32?
    var isPalm = false
  }

  /// The maximum number of packets per frame; the rest are ignored, so that matching stays cheap
  /// for any file.
  private static let packetLimit = 32

  private let device: Int32
  private let x: AxisRange
  private let y: AxisRange
  private var slots: [ContactState] = []
  private var trackingIDs: [Int32?] = []
  private var packets: [Packet] = []
  private var packet = Packet()
  /// Whether the current frame reports contacts, or their absence.
  private var isTouchFrame = false

  init(device: Int32, x: AxisRange, y: AxisRange) {
    self.device = device
    self.x = x
    self.y = y
  }

  mutating func handle(_ event: RecordedEvent) {
    switch (event.type, event.code) {
    case (Evdev.synchronization, Evdev.contactReport): endPacket()
    case (Evdev.key, Evdev.touch) where event.value == 0: isTouchFrame = true
    case (Evdev.absolute, Evdev.contactX): packet.x = event.value
    case (Evdev.absolute, Evdev.contactY): packet.y = event.value
    case (Evdev.absolute, Evdev.toolType): packet.isPalm = event.value == Evdev.palm
    case (Evdev.absolute, Evdev.trackingID): packet.trackingID = event.value
    default: break
    }
  }

  /// A packet without a position means that there are no contacts.
  private mutating func endPacket() {
    isTouchFrame = true
    if packet.x != nil, packet.y != nil, packets.count < Self.packetLimit {
      packets.append(packet)
    }
    packet = Packet()
  }

  mutating func endFrame(into changes: inout [ContactChange]) {
    if isTouchFrame { assignPackets() }
    dropFrame()
    for index in slots.indices {
      slots[index].report(
        as: ContactID(device: device, slot: Int32(index)), x: x, y: y, into: &changes)
    }
  }

  private mutating func assignPackets() {
    var unclaimed = slots.indices.filter { slots[$0].isOccupied }
    var anonymous: [Packet] = []
    var newPackets: [Packet] = []
    for packet in packets {
      guard let id = packet.trackingID else {
        anonymous.append(packet)
        continue
      }
      if let index = unclaimed.firstIndex(where: { trackingIDs[$0] == id }) {
        update(unclaimed.remove(at: index), with: packet)
      } else {
        newPackets.append(packet)
      }
    }
    let candidates = unclaimed.filter { trackingIDs[$0] == nil }
    for (packet, match) in zip(anonymous, matches(of: anonymous, with: candidates)) {
      if let match {
        unclaimed.removeAll { $0 == match }
        update(match, with: packet)
      } else {
        newPackets.append(packet)
      }
    }
    for index in unclaimed { slots[index].end() }
    for packet in newPackets { begin(packet) }
  }

  private mutating func update(_ index: Int, with packet: Packet) {
    if let value = packet.x { slots[index].moveX(to: value) }
    if let value = packet.y { slots[index].moveY(to: value) }
    slots[index].setTool(isPalm: packet.isPalm)
  }

  private mutating func begin(_ packet: Packet) {
    let free = slots.firstIndex { !$0.isOccupied } ?? slots.endIndex
    if free == slots.endIndex {
      slots.append(ContactState())
      trackingIDs.append(nil)
    }
    trackingIDs[free] = packet.trackingID
    update(free, with: packet)
    slots[free].begin()
  }

  /// Returns for each packet the slot that it continues, or nil if it is a new contact.
  ///
  /// Starts with packets and slots in their order, which devices seldom change, and swaps pairs
  /// while that reduces the sum of squared distances. Matching the nearest pair first would confuse
  /// two fingers that move quickly, one behind the other.
  private func matches(of packets: [Packet], with candidates: [Int]) -> [Int?] {
    let count = max(packets.count, candidates.count)
    var partner = Array(0..<count)
    func cost(_ packet: Int, _ candidate: Int) -> Double {
      // A packet or slot without a partner costs nothing, so that the worst pair stays unmatched.
      guard packet < packets.count, candidate < candidates.count,
        let position = slots[candidates[candidate]].position,
        let x = packets[packet].x, let y = packets[packet].y
      else { return 0 }
      let (dx, dy) = (Double(x) - Double(position.x), Double(y) - Double(position.y))
      return dx * dx + dy * dy
    }
    var hasImproved = count > 1
    var rounds = 0
    // Limited, because rounding errors could swap a pair back and forth.
    while hasImproved, rounds < count {
      hasImproved = false
      rounds += 1
      for first in 0..<count {
        for second in (first + 1)..<max(count, first + 1) {
          let kept = cost(first, partner[first]) + cost(second, partner[second])
          let swapped = cost(first, partner[second]) + cost(second, partner[first])
          guard swapped < kept else { continue }
          partner.swapAt(first, second)
          hasImproved = true
        }
      }
    }
    return packets.indices.map { index in
      candidates.indices.contains(partner[index]) ? candidates[partner[index]] : nil
    }
  }

  /// Discards the current frame: the next one has the complete state of all contacts.
  mutating func handleDropped() {
    dropFrame()
  }

  private mutating func dropFrame() {
    packet = Packet()
    packets.removeAll(keepingCapacity: true)
    isTouchFrame = false
  }

  mutating func cancelAll() {
    dropFrame()
    for index in slots.indices { slots[index].cancel() }
  }
}
