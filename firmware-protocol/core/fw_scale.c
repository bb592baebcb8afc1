/* fw_scale.c - how fast the base may be: a host that sees what is in the way says it again and again, and the base stands when
   it falls silent. A host that never says it drives as fast as its commands allow. */
#include "fw.h"

uint8_t fw_scale_take(fw_t *f, const fwp_set_speed_scale_t *m) {
  fw_scale_t *s = &f->scale;
  if (s->seq && (int32_t)(m->seq - s->seq) <= 0) return FWP_REPLY_ACCEPTED;
  s->seq = m->seq;
  s->promised = m->ttlMs != 0;
  s->until_ms = f->ms + m->ttlMs;
  s->share = (float)m->scale / 1000.0f;
  s->hold_ms = m->holdMs;
  return FWP_REPLY_ACCEPTED;
}

/* A promise that was broken stays broken until the host speaks again, however long the clock runs on. */
void fw_scale_step(fw_t *f) {
  fw_scale_t *s = &f->scale;
  if (!s->promised || (int32_t)(f->ms - s->until_ms) < 0) return;
  s->share = 0.0f;
  s->until_ms = f->ms;
}

float fw_scale_share(const fw_t *f) { return f->scale.promised ? f->scale.share : 1.0f; }
