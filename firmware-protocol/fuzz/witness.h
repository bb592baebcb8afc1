/* witness.h - an observer beside the controller: it reads the same frames, keeps its own account of session, heartbeats,
   commands and the latch, and stops the program when the controller does what it must not. */
#ifndef WITNESS_H
#define WITNESS_H
#include "../core/fw.h"

typedef struct {
  fw_frame_rx_t from_host, from_firmware; /* frames as they pass */
  uint32_t session, heartbeat_counter;    /* session 0 = none was opened */
  uint8_t heartbeat_seen;
  uint32_t alive_ms;    /* the newest sign that the host lives: Hello or a heartbeat that counts */
  uint32_t latched_ms;  /* since when the e-stop is latched */
  uint8_t was_latched;
  uint32_t executed_id; /* the highest one of the session */
  uint32_t executions;
  uint8_t permitted;    /* an actuation with a permit was accepted since boot */
  uint8_t valves;       /* as they were after the last step */
  uint8_t gripper_ran;  /* a gripper command was at work before the step */
  struct {
    uint8_t known, type;
    uint32_t session, id, permit;
  } frame; /* the frame that was fed last, if it was a command or a setpoint */
} witness_t;

void witness_start(witness_t *w, const fw_t *f);
/* Before the controller gets these bytes; at most one frame ends in them. */
void witness_hears(witness_t *w, const fw_t *f, const uint8_t *p, size_t n);
/* After it got them: what was executed. */
void witness_after_bytes(witness_t *w, const fw_t *f);
/* Before a step of one millisecond, and after it. */
void witness_before_step(witness_t *w, const fw_t *f);
void witness_after_step(witness_t *w, const fw_t *f);
/* What the controller says must be frames of the schema. */
void witness_reads(witness_t *w, const uint8_t *p, size_t n);
#endif
