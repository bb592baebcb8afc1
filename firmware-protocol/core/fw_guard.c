/* fw_guard.c - what the body shows that ends motion: wheels that do not do what their duty must make them do, and the
   bumper. */
#include "fw.h"
#include "fw_math.h"

#define JAMMED_MS 25u    /* one wheel held, another one turns */
#define HELD_MS 1000u    /* all of them held: something stands in the way, and a command is over as stalled before that */
#define DOUBT_MS 20u
#define SPRINGS_BACK 0.0025f /* rad: two counts; a broken channel makes one */
#define TOUCH_MS 3u      /* a contact that bounces, or a spark next to its wire */

static int another_turns(const fw_t *f, int held) {
  for (int i = 0; i < FW_WHEELS; i++)
    if (i != held && fw_wheel_turns(&f->wheels[i])) return 1;
  return 0;
}

static int another_goes_on(const fw_t *f, int gone) {
  for (int i = 0; i < FW_WHEELS; i++)
    if (i != gone && fw_wheel_goes_on(&f->wheels[i])) return 1;
  return 0;
}

/* Beside a jammed wheel the base goes where nobody asked it to, and a healthy one may be turned against its setpoint. */
static int another_stands(const fw_t *f, int i) {
  for (int k = 0; k < FW_WHEELS; k++)
    if (k != i && fw_wheel_stands(&f->wheels[k])) return 1;
  return 0;
}

/* The counts of a fast wheel ended at once. Without duty the drive of one that jammed springs back, and that of one whose
 * encoder died shows nothing. */
static void resolve_doubt(fw_t *f) {
  f->doubt_angle += f->sense.wheels[f->doubt_wheel] * FW_TICK_S;
  if (--f->doubt_ms > 0) return;
  int jammed = fw_abs(f->doubt_angle) >= SPRINGS_BACK;
  fw_latch_estop(f, jammed ? FWP_ESTOP_CAUSE_WHEEL_JAMMED : FWP_ESTOP_CAUSE_ENCODER_FAULT, f->doubt_wheel);
}

static void begin_doubt(fw_t *f, int wheel) {
  f->doubt_wheel = (uint8_t)wheel;
  f->doubt_angle = 0.0f;
  f->doubt_ms = DOUBT_MS;
}

/* Encoders are timers of the chip. On the emulated chip a simulation sends what they would say, every 10 ms: up to 20 ms late,
 * and in steps that no wheel makes. There what cannot be has to last. */
static int lasts(fw_t *f, int i, fw_wheel_verdict_t verdict) {
#ifdef FW_SENSE_LATE_MS
  uint8_t *ms = &f->suspect_ms[i];
  *ms = verdict == FW_WHEEL_CREDIBLE ? 0u : (uint8_t)(*ms + (*ms <= FW_SENSE_LATE_MS));
  return *ms > FW_SENSE_LATE_MS;
#else
  (void)f, (void)i, (void)verdict;
  return 1;
#endif
}

/* Before the duty of this millisecond. What cannot be is no command's failure: nobody knows where such a wheel goes. */
void fw_watch_wheels(fw_t *f) {
  if (f->doubt_ms > 0) {
    resolve_doubt(f);
    return;
  }
  for (int i = 0; i < FW_WHEELS && !f->estop; i++) {
    fw_wheel_verdict_t verdict = fw_wheel_verdict(&f->wheels[i]);
    if (!lasts(f, i, verdict) || verdict == FW_WHEEL_CREDIBLE) continue;
    /* what stops the whole base at once is no fault of a wheel */
    if (verdict == FW_WHEEL_VANISHED) {
      if (another_goes_on(f, i)) begin_doubt(f, i);
      continue;
    }
    if (verdict == FW_WHEEL_STRAYS && another_stands(f, i)) continue;
    int alone = another_turns(f, i);
    if (verdict == FW_WHEEL_HELD && f->wheels[i].held_ms < (alone ? JAMMED_MS : HELD_MS)) continue;
    /* at full duty none can rise any more: then it is the encoder if the wheel has not even given way */
    int jammed = verdict == FW_WHEEL_HELD && (!alone || f->wheels[i].stirred);
    fw_latch_estop(f, jammed ? FWP_ESTOP_CAUSE_WHEEL_JAMMED : FWP_ESTOP_CAUSE_ENCODER_FAULT, (uint8_t)i);
    /* a bridge that does what it wants gives the same picture: no braking by it */
    if (verdict == FW_WHEEL_CONTRADICTS || verdict == FW_WHEEL_STRAYS) f->motors_cut = 1;
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
