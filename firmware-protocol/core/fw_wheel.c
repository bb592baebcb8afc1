#include "fw_wheel.h"
#include "fw_base.h"
#include "fw_math.h"

#define GAIN 0.02f         /* duty per rad/s of error */
#define GAIN_INTEGRAL 0.4f /* duty per rad of error */
#define CREEP 1.0f         /* rad/s; slower than this */
#define GAIN_UNWIND 2.0f   /* takes back what broke the wheel loose, or the base hunts to and fro about its target */
#define RESERVE 0.5f       /* duty that friction, load and a weak battery may take on top of the set speed's own */
#define BREAK_LOOSE 3.6f   /* duty per second on a wheel that shows no count: see quiet() */
#define HURRY 2.0f         /* of it more for each rad/s that another wheel makes: a fast base must not go far meanwhile */
#define HURRIED 0.3f       /* rad/s: two counts in 10 ms; a slower setpoint is no hurry, and a healthy wheel may be as slow to show it */
#define HURRY_FADES 0.9f   /* a millisecond of 10 ms: what rose in a hurry is still judged with patience */
#define ASKED 0.008f       /* rad/s: a slower setpoint is a wheel that is to stand */

#define COUNT 0.1f         /* rad/s: below half a count in the window of measurement */
#define FLICKER 0.25f      /* rad/s: a count and a half in it */
#define QUIET 0.6f         /* rad/s: three counts in it; a broken channel makes one to and fro */
#define BREAKAWAY 0.35f    /* duty that turns any wheel of this base: 20 % static friction at 3/4 of the voltage, and load */
#define RISE 0.25f         /* of duty, without a count behind it */
#define TWIST 0.003f       /* rad, two counts: a jammed wheel's drive gives way by more under that rise */
#define PATIENT_MS 16u
#define TRIED_MS 60u
#define OWED 0.003f        /* rad: as TWIST */
#define OWED_FADES 0.98f   /* a millisecond of 50 ms */
#define TURNS_MS 30u       /* a drive that springs back turns for a shorter time */
#define DEAD_MS 20u
#define SHOWS_MS 16.0f     /* from a duty to the counts of the give under it, where duty rises fast: gears, the window of measurement */
#define MUTE_MS 4u
#define CREEP_MS 400u      /* window for a wheel that turns slower than QUIET */
#define CREEPS 1.2f        /* rad/s; twice QUIET, or a wheel about that speed is seen by neither */
#define KEEPS_ON 0.45f     /* rad/s: two counts in the window; one that creeps as fast is not silent */
#define CREPT_MS 50u      /* shorter than a wheel that something stops takes to HELD_DUTY */
#define PRESSES 0.03f
#define TAKEN_UP_MS 30u
#define CREPT 0.010f       /* rad: a drive that comes to a stop winds up by so much more */
#define PLAY 0.035f        /* rad, from one side to the other, of a drive that is held */
#define GIVES 0.05f        /* rad, of a held drive between no duty and full duty */
#define STANDS_DUTY 0.25f /* more than what turns most wheels */
#define HELD_DUTY 0.45f
#define OPPOSED_DUTY 0.15f /* while the wheel is to turn */
#define OPPOSED_STANDING 0.9f /* and to stand: somebody may push the robot */
#define OPPOSED_BOTH 0.05f /* and the speed is against the setpoint too: a reversed encoder while its wheel is hardly asked for */
#define WANDERS 0.4f       /* rad/s, two counts in the window */
#define STRAY_FADES 0.8f   /* a count or two of flicker */
#define STRAY_MS 38u       /* healthy wheels that the others drag along give in sooner */
#define COAST 0.9933f      /* a millisecond of 150 ms: no wheel slows down as little under an opposing duty */
#define GATHERS 1.0f       /* rad/s in a millisecond: no motor of this base gathers speed as fast */
#define MARGIN 1.5f        /* rad/s */
#define TOP_SHARE 1.3f     /* full battery, downhill */
#define TOP_MARGIN 4.0f    /* rad/s */
#define WRONG_MS 10u
#define STOPS 0.12f        /* rad/s in a millisecond: nothing but a jam stops a wheel as fast that is to go on turning */
#define ROLLS 0.6f         /* rad/s that are left of its speed by that, and not a count comes */
#define GONE_MS 2u
#define FALLS 0.75f        /* of its speed; below it is falling */
#define SILENCED_MS 7u     /* within the window of measurement: a drive that something stops winds up for longer */
#define FAST 3.0f          /* rad/s; friction alone may stop a slower one at once */

static float clamp(float v, float limit) { return v > limit ? limit : v < -limit ? -limit : v; }
static float smaller(float a, float b) { return a < b ? a : b; }
static float larger(float a, float b) { return a > b ? a : b; }

/* It is to turn, and has not half the speed. */
static int lags(const fw_wheel_t *w, float speed) {
  float set = fw_abs(w->setpoint);
  return set > ASKED && fw_abs(w->setpoint - speed) > 0.5f * set;
}

/* No counts, or next to none. A wheel that is to turn gets quickly more duty until counts come: healthy ones break loose,
 * and a dead encoder is found out before its wheel is fast. */
static void quiet(fw_wheel_t *w, float speed, float drive) {
  int slow = fw_abs(speed) <= QUIET;
  int gave_way = w->quiet_most - w->quiet_least >= TWIST;
  w->stirred = slow && (w->stirred || gave_way);
  w->turning_ms = slow ? 0u : (uint8_t)(w->turning_ms + (w->turning_ms < TURNS_MS));
  w->quiet_angle += speed * FW_TICK_S;
  w->quiet_least = smaller(w->quiet_angle, w->quiet_least);
  w->quiet_most = larger(w->quiet_angle, w->quiet_most);
  w->owed = w->owed * OWED_FADES + (w->setpoint - speed) * FW_TICK_S;
  if (w->quiet_ms < UINT16_MAX) w->quiet_ms++;
  if (!slow || gave_way || drive < w->quiet_duty) {
    if (!slow || gave_way) w->quiet_ms = 0;
    if (!slow || gave_way) w->owed = 0.0f;
    w->quiet_duty = drive;
    w->quiet_angle = w->quiet_least = w->quiet_most = 0.0f;
  }
  int mute = w->quiet_ms >= DEAD_MS && drive >= BREAKAWAY && drive - w->quiet_duty >= RISE;
  w->mute_ms = mute ? (uint8_t)(w->mute_ms + (w->mute_ms < UINT8_MAX)) : 0u;
  /* at a crawl one count to and fro is as fast as the setpoint: it then waits, and is not forgotten */
  if (!slow || drive < HELD_DUTY || fw_abs(w->setpoint) <= ASKED) w->held_ms = 0;
  else if (w->creeps_ms > 0 && !lags(w, speed)) w->held_ms = 0;
  else if (lags(w, speed) && w->held_ms < UINT16_MAX) w->held_ms++;
}

static void open_window(fw_wheel_t *w) {
  w->least = w->most = w->duty;
  w->crept = 0.0f;
  w->window_ms = 0;
  w->loose = w->pressed_ms < TAKEN_UP_MS;
}

/* Too slow for quiet() to see it turn, yet farther than play and give of a held drive. A drive that is pushed the same way
 * for a while has its play behind it. */
static void creep(fw_wheel_t *w, float speed) {
  int on = fw_abs(w->duty) >= PRESSES && w->duty * w->pressed > 0.0f;
  w->pressed_ms = on ? (uint8_t)(w->pressed_ms + (w->pressed_ms < TAKEN_UP_MS)) : 0u;
  w->pressed = w->duty;
  w->least = smaller(w->duty, w->least);
  w->most = larger(w->duty, w->most);
  w->crept += speed * FW_TICK_S;
  if (w->creeps_ms > 0) w->creeps_ms--;
  if (!on) w->loose = 1;
  float play = w->loose ? PLAY : CREPT;
  int crept = fw_abs(w->crept) > play + GIVES * (w->most - w->least);
  int fast = fw_abs(speed) > (w->was_fast ? QUIET : CREEPS);
  w->was_fast = (uint8_t)fast;
  if (crept && !fast) {
    w->creeps_ms = CREPT_MS;
    w->keeps_on = fw_abs(w->crept) >= KEEPS_ON * FW_TICK_S * (float)(w->window_ms + 1u);
  }
  if (w->keeps_on && fw_abs(speed) < COUNT) w->creeps_ms = 0;
  int taken_up = w->loose && w->pressed_ms >= TAKEN_UP_MS;
  if (crept || fast || taken_up || ++w->window_ms >= CREEP_MS) open_window(w);
}

/* It turns against its duty, and does not slow down. */
static void opposed(fw_wheel_t *w, float speed, float drive) {
  int both = w->duty * speed < 0.0f && w->setpoint * speed < 0.0f && fw_abs(w->setpoint) > ASKED && drive >= OPPOSED_BOTH;
  int strays = both && fw_abs(speed) >= WANDERS && fw_abs(speed) >= w->strayed * STRAY_FADES;
  w->strayed = both ? larger(w->strayed, fw_abs(speed)) : fw_abs(speed);
  w->stray_ms = strays ? (uint8_t)(w->stray_ms + (w->stray_ms < STRAY_MS)) : 0u;
  float least = fw_abs(w->setpoint) > ASKED ? OPPOSED_DUTY : OPPOSED_STANDING;
  if (!(w->duty * speed < 0.0f && drive >= least)) {
    w->braked_from = fw_slew(w->braked_from, fw_abs(speed), GATHERS); /* a burst of noise is no speed */
    w->against_ms = 0;
    return;
  }
  w->braked_from *= COAST;
  w->against_ms = fw_abs(speed) > w->braked_from + MARGIN ? (uint8_t)(w->against_ms + (w->against_ms < WRONG_MS)) : 0u;
}

/* It turns faster than this duty can make it. */
static void too_fast(fw_wheel_t *w, float speed, float drive) {
  w->fastest = larger(TOP_SHARE * FW_WHEEL_TOP_SPEED * drive + TOP_MARGIN, w->fastest * COAST);
  w->fast_ms = fw_abs(speed) > w->fastest ? (uint8_t)(w->fast_ms + (w->fast_ms < WRONG_MS)) : 0u;
}

/* It turned, is to go on, and its counts end sooner than it can have stopped. */
static void vanishes(fw_wheel_t *w, float speed) {
  float left = fw_slew(w->rolls, 0.0f, STOPS);
  /* a drive that takes up its play is as fast, and for a shorter time */
  int keeps_up = w->turning_ms >= TURNS_MS && fw_abs(speed) >= fw_abs(left);
  if (fw_abs(speed) >= FALLS * fw_abs(left)) w->fell_ms = 0;
  else if (fw_abs(speed) > FLICKER && w->fell_ms < UINT8_MAX) w->fell_ms++;
  w->goes_on = keeps_up && fw_abs(speed) >= ROLLS;
  w->rolls = keeps_up ? speed : left;
  int asked = w->setpoint * w->rolls > 0.5f * w->rolls * w->rolls;
  int gone = asked && fw_abs(speed) <= FLICKER && fw_abs(w->rolls) >= ROLLS;
  w->gone_ms = gone ? (uint8_t)(w->gone_ms + (w->gone_ms < GONE_MS)) : 0u;
}

/* It is to turn, and nothing comes but what a broken channel counts to and fro. */
static int shows_none(const fw_wheel_t *w, float speed) {
  int behind = (w->setpoint - speed) * w->setpoint > 0.0f;
  float none = w->quiet_ms > PATIENT_MS && fw_abs(w->setpoint) < CREEP ? FLICKER : COUNT;
  return (behind && lags(w, speed) && fw_abs(speed) < none) || (w->quiet_ms > PATIENT_MS && w->owed * w->setpoint > OWED * fw_abs(w->setpoint));
}

/* What pushed it the other way in vain is let go of at once: were its encoder broken, it would go on turning that way. And
 * it pushes this way at once: the search for its breakaway must not begin anew with each change of sign, on a base that the
 * other wheels make fast. */
static void turn_round(fw_wheel_t *w) {
  if (w->quiet_ms <= PATIENT_MS || w->setpoint == 0.0f) {
    w->tried = 0.0f;
    return;
  }
  if (w->integral * w->setpoint < 0.0f) {
    /* one that has just turned needs no search, and one that has not turned under more gave way: it is held */
    w->tried = w->quiet_ms > TRIED_MS && fw_abs(w->integral) < BREAKAWAY ? larger(w->tried, fw_abs(w->integral)) : 0.0f;
    w->integral = 0.0f;
  }
  if (w->tried == 0.0f || fw_abs(w->setpoint) <= ASKED) return;
  w->integral = w->setpoint > 0.0f ? w->tried : -w->tried;
  w->tried = 0.0f;
}

static float loop(fw_wheel_t *w, float speed) {
  if (w->setpoint == 0.0f && fw_abs(speed) < COUNT) w->integral = 0.0f;
  turn_round(w);
  float error = w->setpoint - speed;
  int unwinds = error * w->integral < 0.0f && fw_abs(w->setpoint) < CREEP;
  float more = error * (unwinds ? GAIN_UNWIND : GAIN_INTEGRAL);
  float search = fw_abs(w->setpoint) >= HURRIED ? BREAK_LOOSE + w->hurry : BREAK_LOOSE;
  if (shows_none(w, speed)) more += w->setpoint > 0.0f ? search : -search;
  w->integral = clamp(w->integral + more * FW_TICK_S, RESERVE);
  return clamp(w->setpoint / FW_WHEEL_TOP_SPEED + error * GAIN + w->integral, 1.0f);
}

float fw_wheel_step(fw_wheel_t *w, float setpoint, float speed, float others) {
  float drive = fw_abs(w->duty);
  w->hurry = fw_abs(setpoint) >= HURRIED ? HURRY * others : w->hurry * HURRY_FADES;
  quiet(w, speed, drive);
  creep(w, speed);
  opposed(w, speed, drive);
  too_fast(w, speed, drive);
  vanishes(w, speed);
  w->setpoint = setpoint;
  w->duty = loop(w, speed);
  return w->duty;
}

void fw_wheel_rest(fw_wheel_t *w) {
  static const fw_wheel_t REST;
  *w = REST;
}

fw_wheel_verdict_t fw_wheel_verdict(const fw_wheel_t *w) {
  int dead = w->mute_ms > 0 && (float)w->mute_ms > SHOWS_MS * w->hurry / (w->hurry + BREAK_LOOSE);
  if (w->against_ms >= WRONG_MS || w->fast_ms >= WRONG_MS) return FW_WHEEL_CONTRADICTS;
  if (dead) return FW_WHEEL_DEAD;
  if (w->stray_ms >= STRAY_MS) return FW_WHEEL_STRAYS;
  if (w->gone_ms >= GONE_MS) return FW_WHEEL_VANISHED;
  return w->held_ms > 0 ? FW_WHEEL_HELD : FW_WHEEL_CREDIBLE;
}

int fw_wheel_mute(const fw_wheel_t *w) { return w->mute_ms >= MUTE_MS; }

int fw_wheel_stands(const fw_wheel_t *w) { return w->quiet_ms > PATIENT_MS && fw_abs(w->duty) >= STANDS_DUTY; }

int fw_wheel_silenced(const fw_wheel_t *w) { return w->fell_ms <= SILENCED_MS && fw_abs(w->rolls) >= FAST; }

int fw_wheel_goes_on(const fw_wheel_t *w) { return w->goes_on; }

int fw_wheel_turns(const fw_wheel_t *w) { return w->turning_ms >= TURNS_MS || w->creeps_ms > 0; }

float fw_encoder_speed(fw_encoder_t *e, uint16_t count, float counts_per_turn) {
  /* the difference of two 16-bit counters is right across their wrap */
  int16_t moved = (int16_t)(uint16_t)(count - e->counts[e->at]);
  e->counts[e->at] = count;
  e->at = (uint8_t)((e->at + 1u) % FW_ENCODER_WINDOW);
  return (float)moved * (2.0f * FW_PI / (counts_per_turn * (float)FW_ENCODER_WINDOW * FW_TICK_S));
}
