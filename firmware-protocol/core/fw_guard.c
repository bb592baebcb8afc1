/* fw_guard.c - what the body shows that ends motion: wheels that do not do what their duty must make them do, and the
   bumper. */
#include "fw.h"

#define JAMMED_MS 25u    /* one wheel held, another one turns */
#define HELD_MS 1000u    /* all of them held: something stands in the way, and a command is over as stalled before that */
#define TOUCH_MS 3u      /* a contact that bounces, or a spark next to its wire */

static int another_turns(const fw_t *f, int held) {
  for (int i = 0; i < FW_WHEELS; i++)
    if (i != held && fw_wheel_turns(&f->wheels[i])) return 1;
  return 0;
}

/* Before the duty of this millisecond. What cannot be is no command's failure: nobody knows where such a wheel goes. */
void fw_watch_wheels(fw_t *f) {
  for (int i = 0; i < FW_WHEELS; i++) {
    fw_wheel_verdict_t verdict = fw_wheel_verdict(&f->wheels[i]);
    if (verdict == FW_WHEEL_CREDIBLE) continue;
    int alone = another_turns(f, i);
    if (verdict == FW_WHEEL_HELD && f->wheels[i].held_ms < (alone ? JAMMED_MS : HELD_MS)) continue;
    /* at full duty none can rise any more: then it is the encoder if the wheel has not even given way */
    int jammed = verdict == FW_WHEEL_HELD && (!alone || f->wheels[i].stirred);
    fw_latch_estop(f, jammed ? FWP_ESTOP_CAUSE_WHEEL_JAMMED : FWP_ESTOP_CAUSE_ENCODER_FAULT, (uint8_t)i);
    /* a bridge that does what it wants gives the same picture: no braking by it */
    if (verdict == FW_WHEEL_CONTRADICTS) f->motors_cut = 1;
  }
}

/* A streamed setpoint ends when the bumper closes; the way it closed on is barred until it opens (fw_session.c). MoveTo
 * and Push judge by themselves (fw_motion.c). */
void fw_watch_bumper(fw_t *f) {
  if (!f->sense.bumper) {
    f->touching = f->touch_ms = 0;
    return;
  }
  if (f->touching || ++f->touch_ms < TOUCH_MS) return;
  f->touching = 1;
  f->touch_way = f->driven;
  f->velocity_live = 0;
}
