// A simulated sound card in this process, for tests of the code that uses alsa-lib.
//
// alsa-lib lets programs provide their own control devices (control_external.h). This one behaves like
// the kernel's: it can be opened several times, each open device gets an event for every change, also
// for its own changes, and after unplugging every call fails with ENODEV. It is thread-safe.
#pragma once

typedef struct sound_card sound_card;

/// Scale in 1/100 dB, as TLV_DB_SCALE(min, step, mute) of a driver; step 0 means no decibels.
typedef struct {
  int minimum, step, mute;
} sound_card_decibels;

sound_card *sound_card_create(void);
/// All devices must be closed before.
void sound_card_destroy(sound_card *card);

/// Adds a control with a driver's name for it ("Master Playback Volume"). Returns its number.
int sound_card_add(sound_card *card, const char *name, unsigned index, unsigned channels,
                   long minimum, long maximum, sound_card_decibels decibels);

/// Opens a device (snd_ctl_t *), which snd_ctl_close closes. Returns NULL while unplugged.
struct _snd_ctl *sound_card_open(sound_card *card);
unsigned sound_card_open_count(sound_card *card);

long sound_card_value(sound_card *card, int control, unsigned channel);
/// Changes a value like another program.
void sound_card_change(sound_card *card, int control, unsigned channel, long value);
/// Changes the range of a control like a driver.
void sound_card_set_range(sound_card *card, int control, long minimum, long maximum);
void sound_card_remove(sound_card *card, int control);
void sound_card_restore(sound_card *card, int control);
void sound_card_unplug(sound_card *card);
void sound_card_plug_in(sound_card *card);
/// Makes all further writes fail with this errno; 0 ends this.
void sound_card_fail_writes(sound_card *card, int error);
unsigned sound_card_write_count(sound_card *card);
/// Makes all further reads and writes of values block, like a USB card that does not answer; 0 ends
/// this.
void sound_card_hang(sound_card *card, int is_hanging);
/// Returns the number of calls that block now.
unsigned sound_card_hanging_count(sound_card *card);
/// Waits, at most `seconds`, until the number of changes exceeds `seen`. A change is a call that blocks,
/// ends, writes, opens or closes. Returns the number of changes.
unsigned long sound_card_wait(sound_card *card, unsigned long seen, int seconds);
