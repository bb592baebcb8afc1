/* fw_state.c - questions about the controller that more than one part asks. */
#include "fw.h"
#include "fw_math.h"

#define WHEEL_STILL 0.5f /* rad/s = 25 mm/s of rim */

int fw_standing(const fw_t *f) {
  if (!fw_twist_zero(&f->driven)) return 0;
  for (int i = 0; i < FW_WHEELS; i++)
    if (fw_abs(f->sense.wheels[i]) > WHEEL_STILL) return 0;
  return 1;
}

int fw_busy(const fw_t *f) { return f->active_cmd != 0; }
