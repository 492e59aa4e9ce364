package import Layout
package import LayoutFile
package import Linux
internal import Synchronization

/// The back ends of a program.
package struct ControlRegistry: Sendable {
  /// All back ends of knobpanel, in the order in which documents and messages list them.
  package static let standard = ControlRegistry([
    ALSABackEnd(),
    MQTTBackEnd(),
    CommandBackEnd(),
    FileBackEnd(),
    OSCBackEnd(),
    MIDIBackEnd(),
    SnapcastBackEnd(),
    UPnPBackEnd(),
    PulseBackEnd(),
    MPDBackEnd(),
    HomeAssistantBackEnd(),
  ])

  package let backEnds: [any ControlBackEnd]
  /// The language of layout files with the keys of these back ends.
  package let language: LayoutLanguage

  package init(_ backEnds: [any ControlBackEnd]) {
    self.backEnds = backEnds
    language = LayoutLanguage(controls: backEnds.map(\.keys))
  }

  /// Makes the factories of all back ends.
  ///
  /// - Parameters:
  ///   - loop: The panel's event loop; must outlive the factories and their controls.
  ///   - runsPrograms: Whether layouts may start programs; if not, controls that would are offline.
  /// - Returns: The factories, in the order of the back ends.
  package func makeFactories(on loop: EventLoop, runsPrograms: Bool = true) -> ControlFactories {
    ControlFactories(
      backEnds.map { backEnd in
        backEnd.runsPrograms && !runsPrograms
          ? backEnd.makeRefusal() : backEnd.makeAnyFactory(on: loop)
      })
  }

  /// Returns the devices found by the back ends, in the order of the back ends.
  ///
  /// Each back end searches on a thread of its own, because network devices are slow to answer;
  /// after five seconds, the unfinished ones are left out.
  package func listDevices() -> [DeviceListing] {
    listDevices { MonotonicClock.microseconds }
  }

  /// The same with another clock, in microseconds, for tests.
  func listDevices(clock: () -> Int64) -> [DeviceListing] {
    let end = clock() + Int64(Self.listingMilliseconds) * 1000
    let results = backEnds.map { _ in ListingResult() }
    let workers = zip(backEnds, results).map { backEnd, result in
      try? Worker { result.listing.withLock { $0 = backEnd.listDevices() } }
    }
    return zip(backEnds.indices, workers).compactMap { index, worker in
      // Without a thread, search here; without an answer, omit the listing.
      guard let worker else { return backEnds[index].listDevices() }
      let rest = Int32(clamping: max(0, end - clock()) / 1000)
      guard worker.join(withinMilliseconds: rest) else { return nil }
      return results[index].listing.withLock { $0 }
    }
  }

  /// The time limit, after which unfinished back ends are left out.
  private static let listingMilliseconds: Int32 = 5000

  private final class ListingResult: Sendable {
    let listing = Mutex<DeviceListing?>(nil)
  }
}

extension ControlBackEnd {
  fileprivate func makeAnyFactory(on loop: EventLoop) -> any ControlFactory {
    makeFactory(on: loop)
  }

  fileprivate func makeRefusal() -> any ControlFactory { RefusingFactory<Factory.Settings>() }
}

/// Makes the controls of one panel with the factory of the right back end.
package final class ControlFactories {
  private let factories: [any ControlFactory]

  init(_ factories: [any ControlFactory]) {
    self.factories = factories
  }

  /// Makes a control, not yet open; nil for a group, whose members have the controls.
  package func makeControl(_ layout: ControlLayout) -> (any Control)? {
    layout.settings.flatMap(makeControl(_:))
  }

  private func makeControl(_ settings: any ControlSettings) -> (any Control)? {
    if let settings = settings as? FollowedSettings {
      guard let first = makeControl(settings.first) else { return nil }
      return FollowedControl(first, followers: settings.followers.compactMap(makeControl(_:)))
    }
    for factory in factories {
      if let control = factory.makeControl(ifOwn: settings) { return control }
    }
    return nil
  }

  /// Makes a connection's services for the panel as a whole, not yet started.
  package func makeServices(over connection: ConnectionLayout) -> [any PanelService] {
    factories.flatMap { $0.makeServices(over: connection) }
  }
}
