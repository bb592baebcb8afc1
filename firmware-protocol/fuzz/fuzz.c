/* fuzz.c - libFuzzer's entry: an input is a sequence of actions on one controller, starting at its boot. The first byte
   of each selects the action, the bytes after it are its parameters; an input may end in the middle of an action. Frames
   are packed here, with a valid CRC and, where a bit says so, with the session, the next id and a permit: otherwise no
   input would ever get past the checks. witness.c judges. */
#include "witness.h"

#define MAX_MS 6000u /* of one input: longer ones are slow and reach nothing new */
#define SILENT_MS 800u

typedef struct {
  const uint8_t *p;
  size_t left;
} input_t;

typedef struct {
  fw_t fw;
  witness_t witness;
  fw_sense_t sense;
  uint32_t ms, counter;
  uint16_t seq;
  uint8_t follows; /* the plant follows the drives; else it shows what the input says */
  uint8_t last[FW_FRAME_CODED];
  size_t last_length;
} bench_t;

static uint8_t take(input_t *in) {
  if (in->left == 0) return 0;
  in->left--;
  return *in->p++;
}

static uint32_t take_u32(input_t *in) {
  uint32_t v = take(in);
  v |= (uint32_t)take(in) << 8;
  v |= (uint32_t)take(in) << 16;
  return v | (uint32_t)take(in) << 24;
}

/* mostly plausible sensor values, sometimes arbitrary bits: infinities and NaN */
static float take_float(input_t *in, float scale) {
  uint8_t how = take(in);
  if (how == 255u) {
    uint8_t bits[4];
    fwp_put_u32(bits, take_u32(in));
    return fwp_get_f32(bits);
  }
  return ((float)how - 127.0f) / 127.0f * scale;
}

/* Feeds frame by frame: the witness counts what each of them did. */
static void feed(bench_t *b, const uint8_t *p, size_t n) {
  while (n > 0) {
    size_t part = 0;
    while (part < n && p[part] != 0) part++;
    if (part < n) part++;
    witness_hears(&b->witness, &b->fw, p, part);
    fw_receive(&b->fw, p, part);
    witness_after_bytes(&b->witness, &b->fw);
    p += part;
    n -= part;
  }
}

static void pack(bench_t *b, uint8_t type, uint8_t flags, const uint8_t *payload, size_t n) {
  b->last_length = fw_frame_pack(type, flags, b->seq++, payload, n, b->last);
  feed(b, b->last, b->last_length);
}

static void hello(bench_t *b, uint32_t session) {
  uint8_t payload[FWP_LEN_HELLO];
  fwp_hello_t m = {.protoMajor = FWP_PROTO_MAJOR, .schemaHash = FWP_SCHEMA_HASH, .session = session};
  fwp_hello_put(&m, payload);
  pack(b, FWP_ID_HELLO, 0, payload, sizeof payload);
}

static void heartbeat(bench_t *b) {
  uint8_t payload[FWP_LEN_HEARTBEAT];
  fwp_heartbeat_t m = {.session = b->fw.session, .counter = ++b->counter};
  fwp_heartbeat_put(&m, payload);
  pack(b, FWP_ID_HEARTBEAT, 0, payload, sizeof payload);
}

static float towards(float v, uint8_t target, float step) {
  float d = (float)target - v;
  return d > step ? v + step : d < -step ? v - step : (float)target;
}

static void plant(bench_t *b) {
  const fw_drive_t *drive = &b->fw.drive;
  if (!b->follows) return;
  for (unsigned i = 0; i < FW_WHEELS; i++) {
    float target = drive->motors_enabled ? drive->wheels[i] : 0.0f;
    float way = target - b->sense.wheels[i];
    b->sense.wheels[i] = way * way < 1e-6f ? target : b->sense.wheels[i] + way * 0.1f;
  }
  if (drive->gripper_moves && drive->motors_enabled) {
    b->sense.lift = towards(b->sense.lift, drive->lift, 1.0f / 1199.0f);
    b->sense.rotator = towards(b->sense.rotator, drive->rotator, 1.0f / 2999.0f);
  }
  for (unsigned i = 0; i < FW_CUPS; i++) {
    float target = drive->pump && (drive->valves & 1u << i) ? 60.0f : 0.0f;
    b->sense.vacuum_kpa[i] += (target - b->sense.vacuum_kpa[i]) * 0.0125f;
  }
}

static void step(bench_t *b) {
  uint8_t said[FW_TX_CAP];
  b->ms++;
  plant(b);
  witness_before_step(&b->witness, &b->fw);
  fw_tick(&b->fw, &b->sense);
  witness_after_step(&b->witness, &b->fw);
  if (b->ms % 8u == 0) witness_reads(&b->witness, said, fw_transmit(&b->fw, said, sizeof said));
}

/* A command with a plausible head and a body from the input. */
static void command(bench_t *b, input_t *in) {
  static const struct {
    uint8_t type;
    uint8_t length;
  } KINDS[] = {{FWP_ID_MOVE_TO, FWP_LEN_MOVE_TO}, {FWP_ID_PUSH, FWP_LEN_PUSH},         {FWP_ID_GRIP, FWP_LEN_GRIP},
               {FWP_ID_RELEASE, FWP_LEN_RELEASE}, {FWP_ID_ROTATE, FWP_LEN_ROTATE},     {FWP_ID_STOP, FWP_LEN_STOP},
               {FWP_ID_ESTOP, FWP_LEN_ESTOP},     {FWP_ID_ESTOP_RESET, FWP_LEN_ESTOP_RESET},
               {FWP_ID_SET_POSE, FWP_LEN_SET_POSE}};
  uint8_t payload[FW_FRAME_PAYLOAD], how = take(in), kind = KINDS[how % 9u].type;
  size_t length = KINDS[how % 9u].length, at = 8;
  fwp_put_u32(payload, how & 0x10u ? take_u32(in) : b->fw.session);
  fwp_put_u32(payload + 4, how & 0x20u ? take_u32(in) : b->fw.last_cmd + 1u);
  if (kind <= FWP_ID_ROTATE) {
    fwp_put_u32(payload + 8, how & 0x40u ? take_u32(in) : b->fw.last_permit + 1u);
    at = 12;
  }
  if (kind == FWP_ID_ESTOP_RESET) {
    fwp_put_u32(payload + 8, how & 0x40u ? take_u32(in) : b->fw.latch_nonce);
    at = 12;
  }
  if ((kind == FWP_ID_MOVE_TO || kind == FWP_ID_PUSH || kind == FWP_ID_SET_POSE) && !(how & 0x80u)) {
    fwp_put_f32(payload + at, take_float(in, 3.0f));
    fwp_put_f32(payload + at + 4, take_float(in, 3.0f));
    fwp_put_f32(payload + at + 8, take_float(in, 3.2f));
    at += 12;
    if (kind != FWP_ID_SET_POSE) {
      fwp_put_f32(payload + at, 0.05f + (float)(take(in) % 20u) * 0.05f);
      fwp_put_f32(payload + at + 4, 0.1f + (float)(take(in) % 20u) * 0.1f);
      fwp_put_u16(payload + at + 8, (uint16_t)(take(in) * 8u));
      at += 10;
    }
  }
  while (at < length) payload[at++] = take(in);
  pack(b, kind, FWP_FRAME_FLAG_NEEDS_ACK, payload, length);
}

static void velocity(bench_t *b, input_t *in) {
  uint8_t payload[FWP_LEN_SET_VELOCITY];
  fwp_set_velocity_t m = {.session = b->fw.session, .permitId = take(in)};
  m.vx = take_float(in, 1.0f);
  m.vy = take_float(in, 1.0f);
  m.wz = take_float(in, 3.0f);
  m.ttlMs = (uint16_t)(20u + take(in) * 2u);
  fwp_set_velocity_put(&m, payload);
  pack(b, FWP_ID_SET_VELOCITY, 0, payload, sizeof payload);
}

/* valid CRC; arbitrary type, flags, length and content */
static void any_frame(bench_t *b, input_t *in) {
  uint8_t payload[FW_FRAME_PAYLOAD], type = take(in), flags = take(in) & 3u;
  size_t n = take(in) % (FW_FRAME_PAYLOAD + 1u);
  for (size_t i = 0; i < n; i++) payload[i] = take(in);
  pack(b, type, flags, payload, n);
}

static void raw_bytes(bench_t *b, input_t *in) {
  size_t n = take(in);
  if (n > in->left) n = in->left;
  feed(b, in->p, n);
  in->p += n;
  in->left -= n;
}

static void damaged_copy(bench_t *b, input_t *in) {
  uint8_t copy[FW_FRAME_CODED], at = take(in), bit = take(in);
  if (b->last_length == 0) return;
  for (size_t i = 0; i < b->last_length; i++) copy[i] = b->last[i];
  copy[at % b->last_length] ^= (uint8_t)(1u << (bit & 7u));
  feed(b, copy, b->last_length);
}

static void senses(bench_t *b, input_t *in) {
  uint8_t how = take(in);
  b->follows = how & 1u;
  b->sense.estop = how >> 1 & 1u;
  b->sense.bumper = how >> 2 & 1u;
  if (how & 8u)
    for (unsigned i = 0; i < FW_WHEELS; i++) b->sense.wheels[i] = take_float(in, 50.0f);
  if (how & 16u)
    for (unsigned i = 0; i < FW_CUPS; i++) b->sense.vacuum_kpa[i] = take_float(in, 100.0f);
  if (how & 32u) b->sense.lift = take_float(in, 1.2f);
  if (how & 64u) b->sense.rotator = take_float(in, 1.2f);
  if (how & 128u) b->sense.battery_mv = (uint16_t)take_u32(in);
}

/* time with a live host: a heartbeat every 40 ms, as the runtime sends it */
static void live(bench_t *b, uint32_t ms) {
  for (uint32_t i = 0; i < ms && b->ms < MAX_MS; i++) {
    if (i % 40u == 0) heartbeat(b);
    step(b);
  }
}

static void act(bench_t *b, input_t *in) {
  uint8_t action = take(in);
  uint32_t n;
  switch (action % 12u) {
  case 0: raw_bytes(b, in); return;
  case 1: any_frame(b, in); return;
  case 2: hello(b, 1u + take(in) % 3u); return;
  case 3: heartbeat(b); return;
  case 4:
  case 5: command(b, in); return;
  case 6: velocity(b, in); return;
  case 7: senses(b, in); return;
  case 8: feed(b, b->last, b->last_length); return;
  case 9: damaged_copy(b, in); return;
  case 10: live(b, 4u * take(in)); return;
  default:
    for (n = 4u * take(in); n > 0 && b->ms < MAX_MS; n--) step(b);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bench_t b;
  static const bench_t EMPTY;
  input_t in = {data, size};
  b = EMPTY;
  fw_boot(&b.fw, 77, FWP_RESET_CAUSE_POWER);
  b.follows = 1;
  witness_start(&b.witness, &b.fw);
  while (in.left > 0 && b.ms < MAX_MS) act(&b, &in);
  /* the host falls silent: whatever is in motion must come to rest */
  for (uint32_t i = 0; b.witness.permitted && i < SILENT_MS; i++) step(&b);
  return 0;
}
