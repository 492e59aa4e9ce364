/// Decides when to ping the broker, and when it is gone; pure.
///
/// `tick` is called at half of the keepalive interval:
///
/// | since the last tick                  | does                     |
/// |--------------------------------------|--------------------------|
/// | sent and received                    | nothing                  |
/// | nothing sent, or nothing received    | ping                     |
/// | nothing received, and ping before it | the broker is gone       |
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
