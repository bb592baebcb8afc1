import {
  isExact,
  layout,
  payloadBytes,
  payloadLengths,
  schemaHash,
  WIDTH,
  type FieldSpec,
  type MessageSpec,
  type NamedNumbers,
  type Schema,
} from './schema.js'

/**
 * Generates `fwp_msgs.h`: C99, no libc, byte by byte, so that neither padding nor byte order of the target matters.
 */
export function cHeader(schema: Schema): string {
  return [
    '/* Generated from schema.json by generate.ts; do not edit. */',
    '#ifndef FWP_MSGS_H',
    '#define FWP_MSGS_H',
    '#include <stddef.h>',
    '#include <stdint.h>',
    '',
    `#define FWP_PROTO_MAJOR ${schema.protocol.major}u`,
    `#define FWP_PROTO_MINOR ${schema.protocol.minor}u`,
    `#define FWP_SCHEMA_HASH 0x${schemaHash(schema).toString(16).padStart(8, '0')}u`,
    '',
    ...Object.entries(schema.enums).flatMap(([name, numbers]) => namedNumbers(name, numbers)),
    ...Object.entries(schema.bits).flatMap(([name, numbers]) => namedNumbers(name, numbers)),
    PRIMITIVES,
    ...schema.messages.flatMap(message),
    ...reencode(schema),
    '#endif',
    '',
  ].join('\n')
}

const C_TYPE = { u8: 'uint8_t', u16: 'uint16_t', u32: 'uint32_t', f32: 'float' } as const
const snake = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
const shout = (name: string): string => snake(name).toUpperCase()

function namedNumbers(name: string, { doc, values }: NamedNumbers): string[] {
  const lines = values.map(
    (v) => `#define FWP_${shout(name)}_${shout(v.name)} ${v.value}u${v.doc ? ` /* ${v.doc} */` : ''}`,
  )
  return [`/* ${doc} */`, ...lines, '']
}

function message(spec: MessageSpec): string[] {
  const fields = layout(spec)
  const type = `fwp_${snake(spec.name)}_t`
  const size = payloadBytes(spec)
  const struct = fields.map(
    (f) => `  ${C_TYPE[f.type]} ${f.name}${f.count ? `[${f.count}]` : ''};${fieldNote(f)}`,
  )
  const put = fields.flatMap((f) =>
    elements(f).map(([value, at]) => `  fwp_put_${f.type}(p + ${at}, m->${value});`),
  )
  const get = fields.flatMap((f) =>
    elements(f).map(([value, at]) => `  m->${value} = ${whereThere(f, `fwp_get_${f.type}(p + ${at})`)};`),
  )
  const checks = fields.flatMap((f) => elements(f).flatMap(([value]) => rangeCheck(f, value)))
  const unused = fields.length === 0 ? ['  (void)m;', '  (void)p;'] : []
  return [
    `/* ${spec.doc} */`,
    `#define FWP_ID_${shout(spec.name)} ${spec.id}u`,
    `#define FWP_LEN_${shout(spec.name)} ${size}u`,
    'typedef struct {',
    ...(struct.length > 0 ? struct : ['  uint8_t empty;']),
    `} ${type};`,
    `static inline void fwp_${snake(spec.name)}_put(const ${type} *m, uint8_t *p) {`,
    ...unused,
    ...put,
    '}',
    ...lengthCheck(spec),
    `/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */`,
    `static inline int fwp_${snake(spec.name)}_get(${type} *m, const uint8_t *p, size_t n) {`,
    `  if (!fwp_${snake(spec.name)}_fits(n)) return 0;`,
    ...unused,
    ...get,
    ...checks,
    '  return 1;',
    '}',
    '',
  ]
}

/** Whether a payload can be this message, and where it has fields that came later, how much of it is sent. */
function lengthCheck(spec: MessageSpec): string[] {
  const lengths = payloadLengths(spec)
  const size = payloadBytes(spec)
  const tests = lengths.map((length) =>
    length < size || isExact(spec) ? `n == ${length}u` : `n >= ${length}u`,
  )
  const name = `fwp_${snake(spec.name)}`
  const fits = size === 0 ? ['  (void)n;', '  return 1;'] : [`  return ${tests.join(' || ')};`]
  const head = [`static inline int ${name}_fits(size_t n) {`, ...fits, '}']
  if (lengths.length === 1) return head
  const later = lengths.slice(1).map((length, i) => {
    const fields = layout(spec).filter(({ offset }) => offset >= (lengths[i] ?? 0) && offset < length)
    const says = fields.map((f) => `m->${f.name} != ${f.default}u`)
    return `  if (minor >= ${fields[0]?.since}u && (${says.join(' || ')})) return ${length}u;`
  })
  return [
    ...head,
    '/* bytes to send: as before the later fields came, unless the other side knows them and they say something */',
    `static inline size_t ${name}_bytes(const ${name}_t *m, unsigned minor) {`,
    ...later.toReversed(),
    `  return ${lengths[0]}u;`,
    '}',
  ]
}

/** A field that came later is read where it is there. */
const whereThere = (field: FieldSpec & { offset: number }, read: string): string =>
  field.default === undefined ? read : `n > ${field.offset}u ? ${read} : ${field.default}u`

/** Returns `[name or name[i], offset]` of each number of a field. */
function elements(field: FieldSpec & { offset: number }): [string, number][] {
  if (field.count === undefined) return [[field.name, field.offset]]
  return Array.from({ length: field.count }, (_, i) => [
    `${field.name}[${i}]`,
    field.offset + i * WIDTH[field.type],
  ])
}

function rangeCheck(field: FieldSpec, value: string): string[] {
  const literal = (n: number): string =>
    field.type === 'f32' ? `${Number.isInteger(n) ? `${n}.0` : n}f` : `${n}u`
  // an unsigned number is never below 0: compilers warn about the comparison
  const low = field.min !== undefined && (field.type === 'f32' || field.min > 0)
  const tests = [
    ...(low ? [`m->${value} >= ${literal(field.min)}`] : []),
    ...(field.max !== undefined && !fillsType(field) ? [`m->${value} <= ${literal(field.max)}`] : []),
  ]
  return tests.length === 0 ? [] : [`  if (!(${tests.join(' && ')})) return -1;`]
}

const fillsType = (field: FieldSpec): boolean =>
  field.type !== 'f32' && field.max === 2 ** (8 * WIDTH[field.type]) - 1

function fieldNote(field: FieldSpec): string {
  const note = [field.unit, field.doc].filter((part) => part).join('; ')
  return note ? ` /* ${note} */` : ''
}

/** Generates a function that decodes and re-encodes by message id, to check the golden vectors. */
function reencode(schema: Schema): string[] {
  return [
    '/* payload -> struct -> payload; bytes written, or -1 = unknown id, -2 = wrong length, -3 = out of range */',
    'static inline int32_t fwp_reencode(uint8_t id, const uint8_t *p, size_t n, uint8_t *out) {',
    '  int got;',
    '  switch (id) {',
    ...schema.messages.flatMap((m) => [
      `  case FWP_ID_${shout(m.name)}: {`,
      `    fwp_${snake(m.name)}_t m;`,
      `    got = fwp_${snake(m.name)}_get(&m, p, n);`,
      `    if (got != 1) return got == 0 ? -2 : -3;`,
      `    fwp_${snake(m.name)}_put(&m, out);`,
      `    return ${sentBytes(m)};`,
      '  }',
    ]),
    '  default: return -1;',
    '  }',
    '}',
    '',
  ]
}

const sentBytes = (spec: MessageSpec): string =>
  payloadLengths(spec).length === 1
    ? `FWP_LEN_${shout(spec.name)}`
    : `(int32_t)fwp_${snake(spec.name)}_bytes(&m, FWP_PROTO_MINOR)`

const PRIMITIVES = `static inline void fwp_put_u8(uint8_t *p, uint8_t v) { p[0] = v; }
static inline void fwp_put_u16(uint8_t *p, uint16_t v) {
  p[0] = (uint8_t)v;
  p[1] = (uint8_t)(v >> 8);
}
static inline void fwp_put_u32(uint8_t *p, uint32_t v) {
  fwp_put_u16(p, (uint16_t)v);
  fwp_put_u16(p + 2, (uint16_t)(v >> 16));
}
static inline uint8_t fwp_get_u8(const uint8_t *p) { return p[0]; }
static inline uint16_t fwp_get_u16(const uint8_t *p) { return (uint16_t)(p[0] | (unsigned)p[1] << 8); }
static inline uint32_t fwp_get_u32(const uint8_t *p) {
  return fwp_get_u16(p) | (uint32_t)fwp_get_u16(p + 2) << 16;
}
static inline void fwp_put_f32(uint8_t *p, float v) {
  union { float f; uint32_t u; } bits;
  bits.f = v;
  fwp_put_u32(p, bits.u);
}
static inline float fwp_get_f32(const uint8_t *p) {
  union { float f; uint32_t u; } bits;
  bits.u = fwp_get_u32(p);
  return bits.f;
}
`
