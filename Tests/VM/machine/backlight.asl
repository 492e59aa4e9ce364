// A backlight for the graphics card in slot 16 of QEMU's PCI bus, as the firmware of a laptop describes
// one (ACPI 6.4, appendix B): eleven levels, which only remember themselves. Linux's module `video` makes
// /sys/class/backlight/acpi_video0 of it.
DefinitionBlock ("", "SSDT", 2, "KNOBPN", "BACKLGHT", 1)
{
    External (\_SB.PCI0.S80, DeviceObj)
    Scope (\_SB.PCI0.S80)
    {
        Method (_DOS, 1) { }
        // One output: a built-in panel.
        Method (_DOD, 0) { Return (Package () { 0x80010400 }) }
        Device (LCD0)
        {
            Name (_ADR, 0x0400)
            Name (LEVL, 80)
            // The levels on mains and on battery, then all of them.
            Method (_BCL, 0)
            {
                Return (Package () { 80, 40, 0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100 })
            }
            Method (_BCM, 1) { LEVL = Arg0 }
            Method (_BQC, 0) { Return (LEVL) }
        }
    }
}
