/// The topics of one panel for Home Assistant; pure functions.
///
/// | topic | publisher | content |
/// |---|---|---|
/// | `homeassistant/number/hall/knob_volume/config` | panel, retained | the configuration |
/// | `knobpanel/hall/availability` | panel, broker (last will), retained | `online`, `offline` |
/// | `knobpanel/hall/knob_volume/availability` | panel, retained | the same for one entity |
/// | `knobpanel/hall/knob_volume/state` | panel, retained | the state |
/// | `knobpanel/hall/screenshot/state` | panel | a picture |
/// | `knobpanel/hall/knob_volume/set` | Home Assistant | a command |
struct DiscoveryTopics {
  let prefix: String
  let panel: String

  init(_ discovery: MQTTDiscovery) {
    (prefix, panel) = (discovery.prefix, discovery.panelID)
  }

  private var base: String { "knobpanel/\(panel)" }
  var availability: String { "\(base)/availability" }
  /// The filter for all `set` topics.
  var allCommands: String { "\(base)/+/set" }
  /// The filter for all `config` topics of the panel.
  var allConfigurations: String { "\(prefix)/+/\(panel)/+/config" }

  func availability(_ object: String) -> String { "\(base)/\(object)/availability" }
  func state(_ object: String) -> String { "\(base)/\(object)/state" }
  func command(_ object: String) -> String { "\(base)/\(object)/set" }
  func configuration(_ object: String, _ component: String) -> String {
    "\(prefix)/\(component)/\(panel)/\(object)/config"
  }

  /// Returns the object in a topic whose last level is `kind`; nil for other topics.
  func object(of topic: String, _ kind: String) -> String? {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard levels.count >= 2, levels[levels.count - 1] == kind else { return nil }
    return String(levels[levels.count - 2])
  }

  /// Converts any text to a word of the characters that Home Assistant allows in IDs.
  ///
  /// A hash is appended if other characters were replaced, so that different texts stay different.
  static func word(_ text: String) -> String {
    var isOther = text.isEmpty
    var number: UInt32 = 2_166_136_261
    var word = ""
    for scalar in text.unicodeScalars {
      // FNV-1a.
      for byte in String(scalar).utf8 { number = (number ^ UInt32(byte)) &* 16_777_619 }
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": word.unicodeScalars.append(scalar)
      default:
        isOther = true
        word += "_"
      }
    }
    return isOther ? "\(word.prefix(48))_\(String(number, radix: 16))" : word
  }
}

extension PanelEntity {
  /// The entity's part of topics and IDs; unique in a panel.
  var object: String {
    switch target {
    case .knob(let id): "knob_" + DiscoveryTopics.word(id)
    case .reading(let id): "reading_" + DiscoveryTopics.word(id)
    case .button(let id): "button_" + DiscoveryTopics.word(id)
    case .page: "page"
    case .screen: "screen"
    case .brightness: "brightness"
    case .lastTouch: "last_touch"
    case .layout: "layout"
    case .reload: "reload"
    case .screenshot: "screenshot"
    case .takeScreenshot: "take_screenshot"
    }
  }
}
