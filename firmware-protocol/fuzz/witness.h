/* witness.h - an independent observer of the controller: it reads the same frames, tracks session, heartbeats, commands
   and the latch by itself, and aborts the program when the controller does something forbidden. */
#ifndef WITNESS_H
#define WITNESS_H
#include "../core/fw.h"

typedef struct {
  fw_frame_rx_t from_host, from_firmware; /* frames as they pass */
  uint32_t session, heartbeat_counter;    /* session 0 = none is open */
  uint8_t heartbeat_seen;
  uint32_t alive_ms;    /* the latest proof that the host is alive: Hello or a valid heartbeat */
  uint32_t latched_ms;  /* since when the e-stop is latched */
  uint8_t was_latched;
  uint32_t executed_id; /* the highest of the session */
  uint32_t executions;
  uint8_t permitted;    /* an actuation with a permit was accepted since boot */
  uint8_t valves;       /* as they were after the last step */
  uint8_t gripper_ran;  /* a gripper command was running before the step */
  struct {
    uint8_t known, type;
    uint32_t session, id, permit;
  } frame; /* the frame that was fed last, if it was a command or a setpoint */
} witness_t;

void witness_start(witness_t *w, const fw_t *f);
/* Call before the controller gets these bytes; at most one frame ends in them. */
void witness_hears(witness_t *w, const fw_t *f, const uint8_t *p, size_t n);
/* Call after it got them: checks what was executed. */
void witness_after_bytes(witness_t *w, const fw_t *f);
/* Call before and after each step of one millisecond. */
void witness_before_step(witness_t *w, const fw_t *f);
void witness_after_step(witness_t *w, const fw_t *f);
/* Checks that what the controller sends are frames of the schema. */
void witness_reads(witness_t *w, const uint8_t *p, size_t n);
#endif
