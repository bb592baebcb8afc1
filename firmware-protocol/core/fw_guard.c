/* fw_guard.c - what the body shows that ends motion: wheels that do not do what their duty must make them do, and the
   bumper. */
#include "fw.h"
#include "fw_math.h"

#define JAMMED_MS 25u    /* one wheel held, another one turns */
#define HELD_MS 1000u    /* all of them held: something stands in the way, and a command is over as stalled before that */
#define DOUBT_MS 20u
#define SPRINGS_BACK 0.0025f /* rad: two counts; a broken channel makes one */
#define TURNS_FAST 1.0f  /* rad/s of each wheel: 19 degrees a second */
#define COUNTER_MS 40u   /* from doubt or verdict on, whichever comes first */
#define COUNTERED 1.0f   /* rad/s; shorted windings end the rest */
#define TOUCH_MS 3u      /* a contact that bounces, or a spark next to its wire */

#ifdef FW_SENSE_LATE_MS
#define FRESH 0 /* what a single millisecond shows means nothing there: see lasts() */
#else
#define FRESH 1
#endif

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

/* Shorted windings let a base that turns fast go on by up to 15 degrees. So the two wheels whose encoders are not in doubt
 * press against the turn for a short while: each for as long as it turns that way itself, which only takes speed from it,
 * and with no more current than a motor takes that stands. */
static void begin_counter(fw_t *f, int wheel) {
  float turn = f->wheels[wheel].rolls;
  for (int i = 0; i < FW_WHEELS; i++)
    if (i != wheel) turn += f->sense.wheels[i];
  f->counter_ms = fw_abs(turn) < (float)FW_WHEELS * TURNS_FAST ? 0u : COUNTER_MS;
  f->counter_wheel = (uint8_t)wheel;
  f->counter_way = turn > 0.0f ? -1.0f : 1.0f;
}

void fw_counter_turn(fw_t *f) {
  if (f->counter_ms == 0) return;
  f->counter_ms--;
  for (int i = 0; i < FW_WHEELS; i++) {
    float left = -f->sense.wheels[i] * f->counter_way;
    if (i == f->counter_wheel || left < COUNTERED || left >= FW_WHEEL_TOP_SPEED) continue;
    f->drive.duty[i] = f->counter_way * (1.0f - left / FW_WHEEL_TOP_SPEED);
  }
}

/* The counts of a fast wheel ended at once. Without duty the drive of one that jammed springs back, and that of one whose
 * encoder died shows nothing. Where no other wheel is fast, what jammed it may hold the whole base: that is no fault of a wheel,
 * and the command goes on. */
static void resolve_doubt(fw_t *f) {
  f->doubt_angle += f->sense.wheels[f->doubt_wheel] * FW_TICK_S;
  if (--f->doubt_ms > 0) return;
  int jammed = fw_abs(f->doubt_angle) >= SPRINGS_BACK;
  if (jammed && f->doubt_alone) return;
  fw_latch_estop(f, jammed ? FWP_ESTOP_CAUSE_WHEEL_JAMMED : FWP_ESTOP_CAUSE_ENCODER_FAULT, f->doubt_wheel);
}

static void begin_doubt(fw_t *f, int wheel, int alone) {
  f->doubt_wheel = (uint8_t)wheel;
  f->doubt_alone = (uint8_t)alone;
  f->doubt_angle = 0.0f;
  f->doubt_ms = DOUBT_MS;
  begin_counter(f, wheel);
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
      int alone = !another_goes_on(f, i);
      if (alone && (FRESH == 0 || !fw_wheel_silenced(&f->wheels[i]))) continue;
      begin_doubt(f, i, alone);
      return;
    }
    if (verdict == FW_WHEEL_STRAYS && another_stands(f, i)) continue;
    int alone = another_turns(f, i);
    if (verdict == FW_WHEEL_HELD && f->wheels[i].held_ms < (alone ? JAMMED_MS : HELD_MS)) continue;
    /* at full duty none can rise any more: then it is the encoder if the wheel has not even given way */
    int jammed = verdict == FW_WHEEL_HELD && (!alone || (f->wheels[i].stirred && !fw_wheel_mute(&f->wheels[i])));
    fw_latch_estop(f, jammed ? FWP_ESTOP_CAUSE_WHEEL_JAMMED : FWP_ESTOP_CAUSE_ENCODER_FAULT, (uint8_t)i);
    /* a bridge that does what it wants gives the same picture: no braking by it */
    if (verdict == FW_WHEEL_CONTRADICTS || verdict == FW_WHEEL_STRAYS) f->motors_cut = 1;
    else if (!jammed) begin_counter(f, i);
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
