internal import CALSA
internal import Glibc

/// A PCM of alsa-lib, closed on deinit.
final class ALSAPCM: PCM {
  let format: PCMFormat
  private let handle: OpaquePointer

  /// Opens a PCM by its ALSA name; blocks as long as its plug-in does (snd_pcm_open).
  init(device: String) throws(PCMError) {
    SoundCards.silenceLibrary
    var opened: OpaquePointer?
    let code = snd_pcm_open(&opened, device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    guard code >= 0, let opened else { throw PCMError(device, .open, code) }
    do throws(PCMError) {
      format = try Self.configure(opened, device)
    } catch {
      snd_pcm_close(opened)
      throw error
    }
    handle = opened
  }

  deinit {
    // In non-blocking mode, this drops what has not been played.
    snd_pcm_close(handle)
  }

  /// Configures a small buffer, and silence after the last click.
  private static func configure(
    _ handle: OpaquePointer, _ device: String
  ) throws(PCMError) -> PCMFormat {
    func check(_ code: Int32) throws(PCMError) {
      if code < 0 { throw PCMError(device, .configure, code) }
    }
    var hardware: OpaquePointer?
    try check(snd_pcm_hw_params_malloc(&hardware))
    defer { snd_pcm_hw_params_free(hardware) }
    try check(snd_pcm_hw_params_any(handle, hardware))
    try check(snd_pcm_hw_params_set_access(handle, hardware, SND_PCM_ACCESS_RW_INTERLEAVED))
    try check(snd_pcm_hw_params_set_format(handle, hardware, SND_PCM_FORMAT_S16))
    var (channels, rate): (UInt32, UInt32) = (2, PCMFormat.wantedRate)
    try check(snd_pcm_hw_params_set_channels_near(handle, hardware, &channels))
    try check(snd_pcm_hw_params_set_rate_near(handle, hardware, &rate, nil))
    var period = PCMFormat.wantedPeriodMicroseconds
    try check(snd_pcm_hw_params_set_period_time_near(handle, hardware, &period, nil))
    var buffer = PCMFormat.wantedBufferMicroseconds
    try check(snd_pcm_hw_params_set_buffer_time_near(handle, hardware, &buffer, nil))
    try check(snd_pcm_hw_params(handle, hardware))
    var (bufferFrames, periodFrames): (snd_pcm_uframes_t, snd_pcm_uframes_t) = (0, 0)
    try check(snd_pcm_get_params(handle, &bufferFrames, &periodFrames))

    var software: OpaquePointer?
    try check(snd_pcm_sw_params_malloc(&software))
    defer { snd_pcm_sw_params_free(software) }
    try check(snd_pcm_sw_params_current(handle, software))
    // Playback starts with the first frame, and stops by itself at the end.
    try check(snd_pcm_sw_params_set_start_threshold(handle, software, 1))
    try check(snd_pcm_sw_params_set_stop_threshold(handle, software, bufferFrames))
    // Played frames become silence, because the card continues for up to a period. Plug-ins may
    // refuse.
    var boundary: snd_pcm_uframes_t = 0
    if snd_pcm_sw_params_get_boundary(software, &boundary) >= 0 {
      _ = snd_pcm_sw_params_set_silence_threshold(handle, software, 0)
      _ = snd_pcm_sw_params_set_silence_size(handle, software, boundary)
    }
    try check(snd_pcm_sw_params(handle, software))
    return PCMFormat(
      rate: Int(rate), channelCount: Int(channels), periodFrames: Int(periodFrames),
      bufferFrames: Int(bufferFrames))
  }

  func prepareIfStopped() -> Int {
    // Detects that all frames were played, if nothing else does.
    let room = snd_pcm_avail_update(handle)
    switch snd_pcm_state(handle) {
    case SND_PCM_STATE_DISCONNECTED: return -Int(ENODEV)
    case SND_PCM_STATE_PREPARED, SND_PCM_STATE_RUNNING: return room < 0 ? room : 0
    default: return Int(snd_pcm_prepare(handle))
    }
  }

  func room() -> Int { snd_pcm_avail_update(handle) }

  func write(_ samples: UnsafeBufferPointer<Int16>) -> Int {
    let count = samples.count / max(format.channelCount, 1)
    return snd_pcm_writei(handle, samples.baseAddress, snd_pcm_uframes_t(count))
  }
}

extension PCMError {
  /// - Parameters:
  ///   - device: The PCM's name.
  ///   - step: The step that failed.
  ///   - code: alsa-lib's error code, which is negative.
  init(_ device: String, _ step: Step, _ code: Int32) {
    self.init(device: device, step: step, code: -code, reason: Controls.reason(code))
  }
}
