#include "SoundCard.h"

#include <alsa/asoundlib.h>
#include <alsa/control_external.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { MAX_CONTROLS = 16, MAX_CHANNELS = 8, MAX_DEVICES = 8 };

struct control {
  char name[44];
  unsigned index, channels;
  long minimum, maximum, values[MAX_CHANNELS];
  sound_card_decibels decibels;
  int is_removed;
};

struct device {
  snd_ctl_ext_t ext;
  sound_card *card;
  unsigned pending[MAX_CONTROLS];
};

struct sound_card {
  struct control controls[MAX_CONTROLS];
  int control_count, is_unplugged, write_error;
  unsigned write_count;
  // Protects the whole card, because alsa-lib can be called on another thread than the test's.
  pthread_mutex_t lock;
  pthread_cond_t changed;
  // The number of calls that blocked, ended, wrote, opened or closed.
  unsigned long change_count;
  int is_hanging;
  unsigned hanging_count;
  struct device *devices[MAX_DEVICES];
};

static void unlock(sound_card **card) {
  pthread_mutex_unlock(&(*card)->lock);
}

// Locks the card until the end of the block.
#define LOCK(card_expression)                                              \
  __attribute__((cleanup(unlock))) sound_card *locked = (card_expression); \
  pthread_mutex_lock(&locked->lock)

// Wakes the threads that wait for a change. Requires the lock.
static void note_change(sound_card *card) {
  card->change_count++;
  pthread_cond_broadcast(&card->changed);
}

// Blocks like a device that does not answer. Requires the lock.
static void hang(sound_card *card) {
  if (!card->is_hanging) return;
  card->hanging_count++;
  note_change(card);
  while (card->is_hanging) pthread_cond_wait(&card->changed, &card->lock);
  card->hanging_count--;
}

static void wake(struct device *device) {
  eventfd_write(device->ext.poll_fd, 1);
}

static void announce(sound_card *card, int control, unsigned mask) {
  for (int i = 0; i < MAX_DEVICES; i++) {
    struct device *device = card->devices[i];
    if (!device || !device->ext.subscribed) continue;
    // A removal replaces pending events, as in the kernel.
    if (mask == SND_CTL_EVENT_MASK_REMOVE)
      device->pending[control] = mask;
    else
      device->pending[control] |= mask;
    wake(device);
  }
}

// Keys are control numbers.

static sound_card *card_of(snd_ctl_ext_t *ext) {
  return ((struct device *)ext->private_data)->card;
}

static void fill_id(const struct control *control, snd_ctl_elem_id_t *id) {
  snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
  snd_ctl_elem_id_set_name(id, control->name);
  snd_ctl_elem_id_set_index(id, control->index);
}

static void close_device(snd_ctl_ext_t *ext) {
  struct device *device = ext->private_data;
  LOCK(device->card);
  for (int i = 0; i < MAX_DEVICES; i++)
    if (device->card->devices[i] == device) device->card->devices[i] = NULL;
  note_change(device->card);
  close(ext->poll_fd);
  free(device);
}

static int elem_count(snd_ctl_ext_t *ext) {
  sound_card *card = card_of(ext);
  LOCK(card);
  int count = 0;
  if (card->is_unplugged) return -ENODEV;
  for (int i = 0; i < card->control_count; i++) count += !card->controls[i].is_removed;
  return count;
}

static int elem_list(snd_ctl_ext_t *ext, unsigned offset, snd_ctl_elem_id_t *id) {
  sound_card *card = card_of(ext);
  LOCK(card);
  for (int i = 0; i < card->control_count; i++) {
    if (card->controls[i].is_removed || offset-- > 0) continue;
    fill_id(&card->controls[i], id);
    return 0;
  }
  return -EINVAL;
}

static snd_ctl_ext_key_t find_elem(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id) {
  sound_card *card = card_of(ext);
  LOCK(card);
  for (int i = 0; i < card->control_count; i++) {
    const struct control *control = &card->controls[i];
    if (!control->is_removed && control->index == snd_ctl_elem_id_get_index(id) &&
        strcmp(control->name, snd_ctl_elem_id_get_name(id)) == 0)
      return i;
  }
  return SND_CTL_EXT_KEY_NOT_FOUND;
}

static int get_attribute(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned *access,
                         unsigned *count) {
  sound_card *card = card_of(ext);
  LOCK(card);
  if (card->is_unplugged) return -ENODEV;
  const struct control *control = &card->controls[key];
  int is_switch = strstr(control->name, "Switch") != NULL;
  *type = is_switch ? SND_CTL_ELEM_TYPE_BOOLEAN : SND_CTL_ELEM_TYPE_INTEGER;
  *access = SND_CTL_EXT_ACCESS_READWRITE;
  if (control->decibels.step)
    *access |= SND_CTL_EXT_ACCESS_TLV_READ | SND_CTL_EXT_ACCESS_TLV_CALLBACK;
  *count = control->channels;
  return 0;
}

static int get_integer_info(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *minimum,
                            long *maximum, long *step) {
  LOCK(card_of(ext));
  const struct control *control = &locked->controls[key];
  *minimum = control->minimum;
  *maximum = control->maximum;
  *step = 0;
  return 0;
}

static int read_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *values) {
  sound_card *card = card_of(ext);
  LOCK(card);
  hang(card);
  if (card->is_unplugged) return -ENODEV;
  memcpy(values, card->controls[key].values, card->controls[key].channels * sizeof *values);
  return 0;
}

static int write_integer(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *values) {
  sound_card *card = card_of(ext);
  struct control *control = &card->controls[key];
  LOCK(card);
  hang(card);
  if (card->is_unplugged) return -ENODEV;
  if (card->write_error) return -card->write_error;
  card->write_count++;
  note_change(card);
  size_t size = control->channels * sizeof *values;
  if (memcmp(control->values, values, size) == 0) return 0;
  memcpy(control->values, values, size);
  announce(card, key, SND_CTL_EVENT_MASK_VALUE);
  return 1;
}

static int tlv(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int operation, unsigned number,
               unsigned *words, unsigned size) {
  (void)operation, (void)number;
  const sound_card_decibels *decibels = &card_of(ext)->controls[key].decibels;
  if (size < 4 * sizeof *words) return -ENOMEM;
  words[0] = SND_CTL_TLVT_DB_SCALE;
  words[1] = 2 * sizeof *words;
  words[2] = decibels->minimum;
  words[3] = decibels->step | (decibels->mute ? 0x10000 : 0);
  return 0;
}

static int read_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned *mask) {
  struct device *device = ext->private_data;
  LOCK(device->card);
  if (device->card->is_unplugged) return -ENODEV;
  for (int i = 0; i < device->card->control_count; i++) {
    if (!device->pending[i]) continue;
    fill_id(&device->card->controls[i], id);
    *mask = device->pending[i];
    device->pending[i] = 0;
    return 1;
  }
  eventfd_t count;
  eventfd_read(ext->poll_fd, &count);
  return -EAGAIN;
}

static const snd_ctl_ext_callback_t callbacks = {
    .close = close_device,
    .elem_count = elem_count,
    .elem_list = elem_list,
    .find_elem = find_elem,
    .get_attribute = get_attribute,
    .get_integer_info = get_integer_info,
    .read_integer = read_integer,
    .write_integer = write_integer,
    .read_event = read_event,
};

sound_card *sound_card_create(void) {
  sound_card *card = calloc(1, sizeof(sound_card));
  pthread_mutex_init(&card->lock, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&card->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  return card;
}

void sound_card_destroy(sound_card *card) {
  free(card);
}

int sound_card_add(sound_card *card, const char *name, unsigned index, unsigned channels,
                   long minimum, long maximum, sound_card_decibels decibels) {
  LOCK(card);
  if (card->control_count == MAX_CONTROLS || channels > MAX_CHANNELS) abort();
  struct control *control = &card->controls[card->control_count];
  snprintf(control->name, sizeof control->name, "%s", name);
  control->index = index;
  control->channels = channels;
  control->minimum = minimum;
  control->maximum = maximum;
  control->decibels = decibels;
  for (unsigned i = 0; i < channels; i++) control->values[i] = minimum;
  return card->control_count++;
}

snd_ctl_t *sound_card_open(sound_card *card) {
  LOCK(card);
  if (card->is_unplugged) return NULL;
  struct device *device = calloc(1, sizeof *device);
  device->card = card;
  device->ext.version = SND_CTL_EXT_VERSION;
  strcpy(device->ext.id, "Test");
  strcpy(device->ext.name, "Test card");
  device->ext.poll_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  device->ext.callback = &callbacks;
  device->ext.private_data = device;
  device->ext.tlv.c = tlv;
  if (snd_ctl_ext_create(&device->ext, "test", SND_CTL_NONBLOCK) < 0) abort();
  for (int i = 0; i < MAX_DEVICES; i++) {
    if (card->devices[i]) continue;
    card->devices[i] = device;
    note_change(card);
    return device->ext.handle;
  }
  abort();
}

unsigned sound_card_open_count(sound_card *card) {
  LOCK(card);
  unsigned count = 0;
  for (int i = 0; i < MAX_DEVICES; i++) count += card->devices[i] != NULL;
  return count;
}

long sound_card_value(sound_card *card, int control, unsigned channel) {
  LOCK(card);
  return card->controls[control].values[channel];
}

void sound_card_change(sound_card *card, int control, unsigned channel, long value) {
  LOCK(card);
  card->controls[control].values[channel] = value;
  announce(card, control, SND_CTL_EVENT_MASK_VALUE);
}

void sound_card_set_range(sound_card *card, int control, long minimum, long maximum) {
  LOCK(card);
  card->controls[control].minimum = minimum;
  card->controls[control].maximum = maximum;
  announce(card, control, SND_CTL_EVENT_MASK_INFO | SND_CTL_EVENT_MASK_VALUE);
}

void sound_card_remove(sound_card *card, int control) {
  LOCK(card);
  card->controls[control].is_removed = 1;
  announce(card, control, SND_CTL_EVENT_MASK_REMOVE);
}

void sound_card_restore(sound_card *card, int control) {
  LOCK(card);
  card->controls[control].is_removed = 0;
  announce(card, control, SND_CTL_EVENT_MASK_ADD);
}

void sound_card_unplug(sound_card *card) {
  LOCK(card);
  card->is_unplugged = 1;
  for (int i = 0; i < MAX_DEVICES; i++)
    if (card->devices[i]) wake(card->devices[i]);
}

void sound_card_plug_in(sound_card *card) {
  LOCK(card);
  card->is_unplugged = 0;
}

void sound_card_fail_writes(sound_card *card, int error) {
  LOCK(card);
  card->write_error = error;
}

unsigned sound_card_write_count(sound_card *card) {
  LOCK(card);
  return card->write_count;
}

void sound_card_hang(sound_card *card, int is_hanging) {
  LOCK(card);
  card->is_hanging = is_hanging;
  note_change(card);
}

unsigned sound_card_hanging_count(sound_card *card) {
  LOCK(card);
  return card->is_hanging ? card->hanging_count : 0;
}

unsigned long sound_card_wait(sound_card *card, unsigned long seen, int seconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += seconds;
  LOCK(card);
  while (card->change_count == seen &&
         pthread_cond_timedwait(&card->changed, &card->lock, &end) == 0) {
  }
  return card->change_count;
}
