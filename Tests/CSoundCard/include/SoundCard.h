// A sound card that exists only in this process, for tests of what alsa-lib itself does.
//
// alsa-lib lets programs bring their own control devices (control_external.h). This one behaves as
// the kernel's do: several may open it, each gets an event for every change, also for its own, and
// after unplugging every call fails with ENODEV. May be used from several threads.
#pragma once

typedef struct sound_card sound_card;

/// Scale in 1/100 dB, as TLV_DB_SCALE(min, step, mute) of a driver; step 0 means no decibels.
typedef struct {
  int minimum, step, mute;
} sound_card_decibels;

sound_card *sound_card_create(void);
/// Only after all devices were closed.
void sound_card_destroy(sound_card *card);

/// Adds a control as a driver names it ("Master Playback Volume"); returns its number.
int sound_card_add(sound_card *card, const char *name, unsigned index, unsigned channels,
                   long minimum, long maximum, sound_card_decibels decibels);

/// An open device (snd_ctl_t *); snd_ctl_close closes it. NULL while unplugged.
struct _snd_ctl *sound_card_open(sound_card *card);
unsigned sound_card_open_count(sound_card *card);

long sound_card_value(sound_card *card, int control, unsigned channel);
/// As if another program set it.
void sound_card_change(sound_card *card, int control, unsigned channel, long value);
/// The driver gives the control another range.
void sound_card_set_range(sound_card *card, int control, long minimum, long maximum);
void sound_card_remove(sound_card *card, int control);
void sound_card_restore(sound_card *card, int control);
void sound_card_unplug(sound_card *card);
void sound_card_plug_in(sound_card *card);
/// From now on writing fails with this errno; 0 ends it.
void sound_card_fail_writes(sound_card *card, int error);
unsigned sound_card_write_count(sound_card *card);
/// From now on reading and writing values block, as with a USB card that does not answer; 0 ends
/// it.
void sound_card_hang(sound_card *card, int is_hanging);
/// How many calls block now.
unsigned sound_card_hanging_count(sound_card *card);
/// Blocks until a call has begun to hang, ended, written, opened or closed since that number of such
/// changes, for so many seconds at most; returns the number now.
unsigned long sound_card_wait(sound_card *card, unsigned long seen, int seconds);
