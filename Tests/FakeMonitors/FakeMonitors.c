// A libddcutil of version FAKE_VERSION, 1 or 2, for tests, with monitors that can be slow, refuse writes,
// and count calls.
#include <ddcutil_c_api.h>
#include <ddcutil_status_codes.h>
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MONITORS 3

// Set by a test before it starts a thread, and read by it after a result of this thread.
int fake_monitor_count = 1;
int fake_value[MONITORS] = {70, 70, 70};
int fake_maximum = 100;
int fake_first_byte[MONITORS] = {1, 2, 3};  // of the EDID
int fake_failures = 0;                      // of the next writes
int fake_is_unsupported = 0;
int fake_is_held = 0;  // whether a write waits for fake_release
int fake_writes = 0;
int fake_reads = 0;
int fake_searches = 0;
int fake_open = 0;
int fake_initializations = 0;

static sem_t entered, released;

__attribute__((constructor)) static void prepare(void) {
  sem_init(&entered, 0, 0);
  sem_init(&released, 0, 0);
}

// Waits until a write has begun. Returns 0 after a timeout.
int fake_wait_for_write(void) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 20;
  return sem_timedwait(&entered, &end) == 0;
}

void fake_release(void) { sem_post(&released); }

static int number(void *reference) { return (int)(size_t)reference - 1; }

DDCA_Status ddca_redetect_displays(void) {
  fake_searches++;
  return 0;
}

DDCA_Status ddca_get_display_refs(bool all, DDCA_Display_Ref **references) {
  *references = calloc(fake_monitor_count + 1, sizeof **references);
  for (size_t i = 0; i < (size_t)fake_monitor_count; i++)
    (*references)[i] = (DDCA_Display_Ref)(i + 1);
  return 0;
}

// Where DDCA_Display_Info has its members in libddcutil 1.4.1 and 2.2.0: the header may be of the other
// version.
#if FAKE_VERSION == 1
enum { io_mode = 8, i2c_busno = 12, model_name = 32, edid_bytes = 62, size = 200 };
#else
enum { io_mode = 8, i2c_busno = 12, model_name = 28, edid_bytes = 58, size = 200 };
#endif

DDCA_Status ddca_get_display_info(DDCA_Display_Ref reference, DDCA_Display_Info **information) {
  const int i2c = 0, bus = 4 + number(reference);
  char *info = malloc(size);
  memset(info, 0xAA, size);
  memcpy(info + io_mode, &i2c, sizeof i2c);
  memcpy(info + i2c_busno, &bus, sizeof bus);
  strcpy(info + model_name, "Wall 1");
  info[model_name + 5] += number(reference);
  memset(info + edid_bytes, fake_first_byte[number(reference)], 128);
  *information = (DDCA_Display_Info *)info;
  return 0;
}

const char *ddca_ddcutil_version_string(void) { return FAKE_VERSION == 1 ? "1.4.1" : "2.2.0"; }

#if FAKE_VERSION == 2
// Only the header of version 2 declares it.
DDCA_Status init2(const char *options, int log_level, int flags, char ***messages)
    __asm__("ddca_init2");

DDCA_Status init2(const char *options, int log_level, int flags, char ***messages) {
  fake_initializations++;
  return 0;
}
#endif

void ddca_free_display_info(DDCA_Display_Info *information) { free(information); }

DDCA_Status ddca_open_display2(DDCA_Display_Ref reference, bool wait, DDCA_Display_Handle *handle) {
  fake_open++;
  *handle = reference;
  return 0;
}

DDCA_Status ddca_close_display(DDCA_Display_Handle handle) {
  fake_open--;
  return 0;
}

DDCA_Status ddca_get_non_table_vcp_value(
    DDCA_Display_Handle handle, DDCA_Vcp_Feature_Code code, DDCA_Non_Table_Vcp_Value *value) {
  fake_reads++;
  if (fake_is_unsupported || code != 0x10) return DDCRC_REPORTED_UNSUPPORTED;
  int now = fake_value[number(handle)];
  value->mh = fake_maximum >> 8;
  value->ml = fake_maximum & 0xFF;
  value->sh = now >> 8;
  value->sl = now & 0xFF;
  return 0;
}

DDCA_Status ddca_set_non_table_vcp_value(
    DDCA_Display_Handle handle, DDCA_Vcp_Feature_Code code, uint8_t high, uint8_t low) {
  fake_writes++;
  sem_post(&entered);
  if (fake_is_held) sem_wait(&released);
  if (fake_failures > 0) {
    fake_failures--;
    return -EIO;
  }
  fake_value[number(handle)] = high << 8 | low;
  return 0;
}

const char *ddca_rc_name(DDCA_Status status) { return status == -EIO ? "EIO" : "DDCRC_OTHER"; }

const char *ddca_rc_desc(DDCA_Status status) { return status == -EIO ? "I/O error" : NULL; }

void ddca_set_fout(FILE *file) {}

void ddca_set_ferr(FILE *file) {}
