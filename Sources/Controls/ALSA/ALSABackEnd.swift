package import LayoutFile
package import Linux

/// `control: {alsa: …}`: mixer elements of sound cards.
///
/// Each card, as named in layouts, has a thread, so that one that hangs does not block the others.
package struct ALSABackEnd: ControlBackEnd {
  package init() {}

  package var keys: ControlKeys { .alsa }

  package func makeFactory(on loop: EventLoop) -> some ControlFactory {
    SharingFactory(
      on: loop, server: \ALSASettings.card,
      connect: { ControlWorker(silence: "sound card \"\($0)\" does not answer", loop: $1) },
      control: { settings, worker, _ in
        WorkerControl(
          name: ALSAControl.name(card: settings.card, element: settings.element), on: worker
        ) { loop in ALSAControl(settings, loop: loop) }
      })
  }

  package func listDevices() -> DeviceListing? { MixerList.read().listing }
}
