import { z } from 'zod'
import { fullName, fullType, type InterfaceKind } from '../interfaces/names.js'

const word = z.string().regex(/^[A-Za-z]\w{0,63}$/)
const rosName = z
  .string()
  .regex(/^\/?[A-Za-z_]\w*(\/\w+)*$/)
  .max(255)
  .transform(fullName)
const typeOf = (kind: InterfaceKind): z.ZodType<string> =>
  z
    .string()
    .regex(new RegExp(`^[a-z]\\w*/(${kind}/)?[A-Z]\\w*$`))
    .max(255)
    .transform((type) => fullType(type, kind))
const seconds = z.number().min(0.05).max(86_400)
const template = z.record(z.string(), z.unknown())
const expression = z.string().min(1).max(1000)

const limits = z
  .strictObject({ min: z.number(), max: z.number() })
  .refine(({ min, max }) => min <= max, 'min is above max')
const param = z.union([
  z.enum(['text', 'number', 'boolean']),
  z.array(z.string().min(1).max(64)).min(1).max(1000),
  limits,
])
const params = z.record(word, param).default({})

const actionSkill = z.strictObject({
  action: rosName,
  type: typeOf('action'),
  timeoutSeconds: seconds,
  params,
  goal: template.default({}),
  success: expression.optional(),
  evenIfAborted: z.boolean().default(false),
  progress: z.union([z.string(), z.strictObject({ remaining: z.string() })]).optional(),
})

const serviceSkill = z.strictObject({
  service: rosName,
  type: typeOf('srv'),
  timeoutSeconds: seconds,
  params,
  request: template.default({}),
  success: expression.optional(),
})

const fact = z.strictObject({
  topic: rosName,
  type: typeOf('msg'),
  value: z.union([
    expression,
    z.strictObject({
      nearest: z.string(),
      within: z.number().min(0.001).max(1000),
      otherwise: z.string().min(1).max(64).default('none'),
      frame: z.string().min(1).max(255).default('map'),
    }),
  ]),
  maxAgeSeconds: seconds,
})

const publish = z.strictObject({ topic: rosName, type: typeOf('msg'), message: template.default({}) })
const call = z.strictObject({
  service: rosName,
  type: typeOf('srv'),
  request: template.default({}),
  ends: z.array(word).max(1000).default([]),
})

/** The shape of a mapping file (docs/ros2.md); what involves more than one value is in `mapping-checks.ts`. */
export const mappingSchema = z.strictObject({
  url: z
    .string()
    .regex(/^wss?:\/\/[^\s]+$/)
    .max(2000)
    .refine((text) => URL.canParse(text)),
  name: z.string().min(1).max(64),
  stopMs: z.int().min(50).max(60_000),
  heartbeatMs: z.int().min(100).max(10_000),
  places: z
    .record(
      z.string().min(1).max(64),
      z.strictObject({ x: z.number(), y: z.number(), yaw: z.number().min(-7).max(7).default(0) }),
    )
    .default({}),
  skills: z.record(word, z.unknown()),
  facts: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z]\w*(\([\w, ]+\))?$/)
        .max(200),
      fact,
    )
    .default({}),
  stop: z
    .strictObject({ publish: z.array(publish).max(16).default([]), call: z.array(call).max(16).default([]) })
    .default({ publish: [], call: [] }),
  standing: z
    .strictObject({
      topic: rosName,
      type: z.enum(['nav_msgs/msg/Odometry', 'nav_msgs/Odometry']).transform((type) => fullType(type, 'msg')),
      skills: z.array(word).min(1),
      linear: z.number().min(0).max(1).default(0.02),
      angular: z.number().min(0).max(1).default(0.05),
      forMs: z.int().min(50).max(10_000).default(500),
    })
    .optional(),
  estop: z
    .strictObject({
      topic: rosName,
      type: typeOf('msg'),
      pressed: expression,
      maxAgeSeconds: seconds.optional(),
    })
    .optional(),
})

/** A skill is an action or a service; which one decides what it must have. */
export const skillSchemas = { action: actionSkill, service: serviceSkill } as const

export type RawMapping = z.infer<typeof mappingSchema>
export type RawSkill = z.infer<typeof actionSkill> | z.infer<typeof serviceSkill>

/** What is expected at a path of the file, for messages; the first that fits. */
export const EXPECTED: readonly (readonly [path: RegExp, expected: string])[] = [
  [/^url$/, 'the address of rosbridge: ws://127.0.0.1:9090'],
  [/^name$/, 'the name of the robot for people, at most 64 letters'],
  [/^stopMs$/, 'whole milliseconds from a stop until it stands, 50 to 60000'],
  [/^heartbeatMs$/, 'whole milliseconds of silence after which it makes itself safe, 100 to 10000'],
  [/^places(\.[^.]+)?$/, 'places by name: dock: { x: 0, y: 0, yaw: 0 }'],
  [/^places\.[^.]+\./, 'metres, for yaw radians'],
  [/^skills$/, 'skills by name, each with an action or a service'],
  [/\.params(\.|$)/, 'text, number, boolean, a list of words, or { min, max } for each parameter'],
  [/\.(goal|request|message)$/, "the fields of the message, with values or templates such as '{place.x}'"],
  [/\.evenIfAborted$/, 'true where success: is asked of an aborted goal as well, else false'],
  [/\.progress/, 'a field of the feedback that goes from 0 to 1, or { remaining: a field that goes to 0 }'],
  [/\.(success|pressed)$/, 'a condition, such as status = succeeded and result.error_code = 0'],
  [/\.(timeout|maxAge)Seconds$/, 'seconds, 0.05 to 86400'],
  [/\.value/, 'a field, a condition, or { nearest: FIELD, within: METRES }'],
  [/^skills\.[^.]+\.type$/, 'PACKAGE/action/NAME, or PACKAGE/srv/NAME for a service'],
  [/^stop\.call\[\d+\]\.type$/, 'PACKAGE/srv/NAME'],
  [/\.type$/, 'PACKAGE/msg/NAME'],
  [/^stop\.call\[\d+\]\.ends/, 'names of the skills whose goals this call ends, whoever sent them'],
  [/\.(action|service|topic)$/, 'a name of ROS: letters, digits and _, parts separated by /'],
  [/^skills\.[^.]+$/, 'action: or service:, with type: and timeoutSeconds:'],
  [/^facts/, 'facts by name, as in world.yaml, each with topic, type, value and maxAgeSeconds'],
  [/^stop/, 'publish: and call:, lists of what is sent on a stop besides cancelling'],
  [/^standing/, 'topic, type: nav_msgs/msg/Odometry, and skills: those whose motion it shows'],
  [/^estop/, 'topic, type, and pressed: a condition'],
]
