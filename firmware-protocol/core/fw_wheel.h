/* fw_wheel.h - one wheel: duty from the speed's error, and the watch that holds the two against each other. A duty that
   must turn a wheel, and a measured speed that no turning wheel has, end all motor power (fw_core.c). */
#ifndef FW_WHEEL_H
#define FW_WHEEL_H
#include <stdint.h>

#define FW_WHEEL_TOP_SPEED 30.0f /* rad/s at full duty and nominal battery voltage, no load */

typedef enum { FW_WHEEL_CREDIBLE, FW_WHEEL_DEAD, FW_WHEEL_VANISHED, FW_WHEEL_STRAYS, FW_WHEEL_CONTRADICTS, FW_WHEEL_HELD } fw_wheel_verdict_t;

typedef struct {
  float setpoint, duty, integral;
  float quiet_duty, quiet_angle;   /* lowest duty, and net turn, since it last gave way */
  float quiet_least, quiet_most;   /* range of that turn: one that is dragged to and fro gives way, and is where it was */
  float braked_from, fastest;    /* what a wheel may still turn at, braked and driven as this one was */
  uint16_t quiet_ms, held_ms;
  float hurry;                   /* duty per second that the search for breakaway is faster, on a fast base */
  float tried;                   /* integral that pushed the other way in vain */
  float rolls;                   /* rad/s that it must still have, braked as hard as any wheel can be */
  float strayed;                 /* fastest, rad/s, since it turns against duty and setpoint */
  float owed;                    /* rad that the setpoint asked for and the encoder did not count, since it last gave way */
  float crept, least, most;      /* net turn in its window, and the range of duty in it */
  float pressed;                 /* duty a millisecond ago */
  uint16_t window_ms;
  uint8_t pressed_ms, loose;     /* duty had one sign for so long; its play was not taken up when the window began */
  uint8_t creeps_ms;             /* for so long it still counts as turning */
  uint8_t against_ms, stray_ms, gone_ms, fast_ms, turning_ms;
  uint8_t goes_on;
  uint8_t fell_ms;           /* its speed took so long to fall to nothing */
  uint8_t mute_ms;           /* for so long no count comes under a duty that must show some */
  uint8_t was_fast, keeps_on; /* of creep(): too fast for it; crept so fast that silence is a stop */
  uint8_t stirred; /* hardly a count, yet it gave way a little */
} fw_wheel_t;

/* One millisecond: the duty, -1..1, for the speed that was measured under the one before it. others: rad/s of the fastest other wheel. */
float fw_wheel_step(fw_wheel_t *w, float setpoint, float speed, float others);
/* Motors are off: forgets the error and all suspicion. */
void fw_wheel_rest(fw_wheel_t *w);
/* HELD: it is driven hard and does not turn. Whether it is jammed or something holds the whole base, the other wheels know. DEAD: it must
   turn, and no count comes. VANISHED: it turned fast, and its counts
   ended at once; an encoder's fault where another wheel goes on. STRAYS: for long
   against setpoint and duty, so slowly that a base beside a jammed wheel may do it. CONTRADICTS: what is measured cannot be the speed that this duty makes. */
fw_wheel_verdict_t fw_wheel_verdict(const fw_wheel_t *w);
int fw_wheel_stands(const fw_wheel_t *w);  /* driven, and it does not turn */
int fw_wheel_goes_on(const fw_wheel_t *w); /* it is fast, and nothing stops it */
int fw_wheel_silenced(const fw_wheel_t *w); /* VANISHED, so that no drive that winds up can be behind it */
int fw_wheel_mute(const fw_wheel_t *w);     /* not even the give of a held drive shows */
int fw_wheel_turns(const fw_wheel_t *w);

#define FW_ENCODER_WINDOW 8u /* ms over which the speed is measured: one count is 0.19 rad/s at 4096 counts a turn */

/* For boards whose encoder is a free-running 16-bit counter. */
typedef struct {
  uint16_t counts[FW_ENCODER_WINDOW];
  uint8_t at;
} fw_encoder_t;

float fw_encoder_speed(fw_encoder_t *e, uint16_t count, float counts_per_turn); /* each millisecond; rad/s */
#endif
