internal import CPulse

extension PulseChange {
  /// Converts an event of libpulse; nil if no control needs it.
  init?(_ event: pa_subscription_event_type_t, _ index: UInt32) {
    switch event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue {
    case PA_SUBSCRIPTION_EVENT_SINK.rawValue: facility = .sink
    case PA_SUBSCRIPTION_EVENT_SOURCE.rawValue: facility = .source
    case PA_SUBSCRIPTION_EVENT_SINK_INPUT.rawValue: facility = .stream
    case PA_SUBSCRIPTION_EVENT_SERVER.rawValue: facility = .server
    default: return nil
    }
    switch event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue {
    case PA_SUBSCRIPTION_EVENT_NEW.rawValue: kind = .new
    case PA_SUBSCRIPTION_EVENT_CHANGE.rawValue: kind = .changed
    case PA_SUBSCRIPTION_EVENT_REMOVE.rawValue: kind = .removed
    default: return nil
    }
    self.index = index
  }
}
