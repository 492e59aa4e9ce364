/// Decides when to ping the broker, and when it is lost; does no I/O.
///
/// Call `tick` at half the keepalive interval:
///
/// | since the last tick                  | action                   |
/// |--------------------------------------|--------------------------|
/// | sent and received                    | none                     |
/// | nothing sent, or nothing received    | ping                     |
/// | nothing received since a ping        | the broker is lost       |
struct Keepalive {
  enum Action: Equatable {
    case nothing, ping, giveUp
  }

  private var hasSent = true
  private var hasReceived = true
  private var isPinged = false

  mutating func didSend() { hasSent = true }
  mutating func didReceive() { hasReceived = true }

  mutating func tick() -> Action {
    defer { (hasSent, hasReceived) = (false, false) }
    if isPinged, !hasReceived { return .giveUp }
    isPinged = !hasSent || !hasReceived
    return isPinged ? .ping : .nothing
  }
}
