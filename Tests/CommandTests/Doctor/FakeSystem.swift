import Foundation

@testable import knobpanel

/// Files of a system in a folder, for the parts of a report.
enum FakeSystem {
  /// Calls `body` with files of these paths and contents; a value `-> target` is a symbolic link.
  static func run(_ contents: [String: String], _ body: (SystemFiles) throws -> Void) throws {
    try Knobpanel.inFolder { folder in
      for (path, text) in contents {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        if text.hasPrefix("-> ") {
          try FileManager.default.createSymbolicLink(
            atPath: file.path, withDestinationPath: String(text.dropFirst(3)))
        } else {
          try Data(text.utf8).write(to: file)
        }
      }
      try body(SystemFiles(root: folder.path))
    }
  }

  /// A Raspberry Pi 5 with Raspberry Pi OS 13 and a Touch Display 2; it was too hot and had too
  /// little power.
  static let pi5 = [
    "etc/os-release": "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n",
    "etc/rpi-issue": "Raspberry Pi reference 2025-10-01\nGenerated using pi-gen\n",
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "proc/device-tree/serial-number": "2a9f1c5b7d3e4f60\0",
    "proc/meminfo": "MemTotal:        8245632 kB\nMemFree: 1 kB\nMemAvailable:    7340032 kB\n",
    "proc/cmdline":
      "smsc95xx.macaddr=D8:3A:DD:00:11:22 root=PARTUUID=2a9f1c5b-02 console=tty1 quiet "
      + "video=DSI-2:720x1280M@60 ip=192.168.7.20::192.168.7.1\n",
    "etc/passwd":
      "root:x:0:0:root:/root:/bin/bash\n"
      + "anna:x:1000:1000:Anna Zimmerli,,,:/home/anna:/bin/bash\nbroken\n",
    "etc/machine-id": "0123456789abcdef0123456789abcdef\n",
    "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
    "sys/class/thermal/thermal_zone0/temp": "71250\n",
    "sys/class/thermal/cooling_device0/type": "fan\n",
    "sys/devices/system/cpu/cpufreq/policy0/scaling_governor": "ondemand\n",
    "sys/devices/system/cpu/cpufreq/policy0/scaling_cur_freq": "1500000\n",
    "sys/devices/system/cpu/cpufreq/policy0/cpuinfo_max_freq": "2400000\n",
    "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled": "50008\n",
    "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
    "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n",
    "sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
    "sys/class/hwmon/hwmon0/in0_lcrit_alarm": "0\n",
    "sys/class/drm/version": "drm 1.1.0\n",
    "sys/class/drm/card0/device/driver": "-> ../../bus/platform/drivers/drm-rp1-dsi",
    "sys/class/drm/card0-DSI-2/status": "connected\n",
    "sys/class/drm/card0-DSI-2/enabled": "enabled\n",
    "sys/class/drm/card0-DSI-2/dpms": "On\n",
    "sys/class/drm/card0-DSI-2/modes": "720x1280\n",
    "sys/class/drm/card1/device/driver": "-> ../../bus/platform/drivers/v3d",
    "sys/class/drm/card2/device/driver": "-> ../../bus/platform/drivers/vc4-drm",
    "sys/class/drm/card2-HDMI-A-1/status": "disconnected\n",
    "sys/class/drm/card2-HDMI-A-1/enabled": "disabled\n",
    "sys/class/drm/card2-HDMI-A-1/modes": "",
    "sys/bus/usb/devices/1-1/serial": "AB12-77Z\n",
    "sys/bus/usb/devices/usb1/serial": "0000:01:00.0\n",
  ]
}
