import { SHOWN_COLOURS } from '#base/field-settings.js'
import { GROUND_NAMES } from '#simulation/field/world/ground/ground.js'
import { SCANNER_NAMES } from '#simulation/field/world/sensors/virtual-scanner.js'
import { z } from 'zod'

/**
 * Schema of the service's configuration, version 1. Descriptions and defaults end up in `config/graft.schema.json`,
 * where an editor shows them next to the line being edited, and in the hints of `graft config check`. Checks that
 * involve more than one value are in `site-checks.ts`.
 */
export const SITE_VERSION = 1

/** A path as written; a relative one is resolved against the folder of the configuration file. */
const path = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => !text.includes('\0'), 'no file has a path with a null character in it')
const name = z.string().min(1).max(120)
const onByDefault = z.boolean().default(true)
const offByDefault = z.boolean().default(false)
const integer = (low: number, high: number, defaultValue: number): z.ZodDefault<z.ZodInt> =>
  z.int().min(low).max(high).default(defaultValue)
const optional = <T extends z.ZodType>(type: T): z.ZodDefault<z.ZodNullable<T>> =>
  z.nullable(type).default(null)

const robot = z.strictObject({
  body: z
    .enum(['virtual', 'serial', 'driver'])
    .default('virtual')
    .describe(
      'virtual: a simulated robot, of the field with the real firmware; serial: a controller on a serial ' +
        'device; driver: the real robot of `world`, behind the driver that its robot.yaml names.',
    ),
  pace: z
    .enum(['real', 'fast'])
    .default('real')
    .describe('How time passes on a virtual robot: in real time, or as fast as the machine can.'),
  faults: z
    .enum(['nominal', 'none'])
    .default('nominal')
    .describe('Execution faults of the virtual robot: as often as on the real one, or none.'),
  ground: z
    .enum(GROUND_NAMES)
    .default('ideal')
    .describe('What the virtual robot of the field drives on: ideal, or a floor on which its wheels slip.'),
  scanner: z
    .enum(SCANNER_NAMES)
    .default('none')
    .describe('The laser scanner on the virtual robot of the field, by which its pose is corrected.'),
  devices: name
    .default('/dev/graft-stm32,/dev/ttyACM*')
    .describe(
      'Serial devices of the controller: paths and patterns, separated by commas; the first that answers is used.',
    ),
  reconnectSeconds: integer(0, 86_400, 60).describe(
    'How long to wait for a controller whose link was lost before the run ends; 0 ends it at once.',
  ),
  restSeconds: integer(0, 3600, 0).describe('Rest between two episodes, so the field can be reset, seconds.'),
})

const camera = z.strictObject({
  source: z
    .enum(['auto', 'none', 'simulated', 'v4l2', 'test'])
    .default('auto')
    .describe(
      'auto: simulated for a virtual body, none for a serial one; v4l2: a camera at `device`; test: a ' +
        'moving test picture.',
    ),
  device: optional(path).describe(
    'Camera for source v4l2: best its /dev/v4l/by-id/… link, or a pattern; the first that exists is used.',
  ),
  width: integer(160, 1920, 640).describe('Width of the picture, pixels; that of the camera model.'),
  height: integer(120, 1080, 480).describe('Height of the picture, pixels; that of the camera model.'),
  fps: integer(1, 60, 15).describe('Pictures per second to request from the camera.'),
  staleMs: integer(200, 10_000, 1000).describe(
    'Without a picture for this long the camera is stale and its process is restarted, milliseconds.',
  ),
  model: optional(path).describe(
    'File with the pose and lens of your camera (docs/camera.md); null is the mast camera of the simulation.',
  ),
})

const field = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/)
    .default('F1')
    .describe('Field to learn on: F1 … F5, or an id of `file`.'),
  file: optional(path).describe('A field file of your own (schema: config/field.schema.json).'),
})

const world = z.strictObject({
  name: optional(path).describe(
    'A world: the name of one that comes with graft (home, field), or the path of a folder (docs/worlds.md); ' +
      'null is the field.',
  ),
  task: optional(name).describe('Task of the world by its name; null is its task.yaml.'),
  scenario: optional(name).describe(
    'What a simulated robot does not know: a scenario of the world; null: all is as believed.',
  ),
})

const policy = z.strictObject({
  tree: optional(path).describe(
    'Behaviour tree to begin with on a field that has none yet; null is the shipped one.',
  ),
  trialEpisodes: integer(1, 100, 3).describe(
    'Scored episodes that a new tree must pass before it is the good one.',
  ),
  tolerance: integer(0, 1000, 15).describe(
    'Points that the trial may score below the good tree and still be accepted.',
  ),
  failedStarts: integer(1, 20, 3).describe(
    'Starts of a tree on trial that may fail before it is rolled back.',
  ),
})

const models = z.strictObject({
  actor: z
    .enum(['model', 'rules'])
    .default('model')
    .describe('Who edits the tree: the language model, or the rule-based baseline.'),
  criticModel: optional(name).describe('Your critic, as `graft models list` names it; null uses the first.'),
  actorModel: optional(name).describe('Your actor, as `graft models list` names it; null uses the first.'),
  dir: optional(path).describe('Folder of models with a manifest.json of its own; its models come first.'),
})

const chat = z.strictObject({
  use: optional(path).describe(
    'A chat model that reads orders beside the rules: http://127.0.0.1:8080 of a server, or the path of a folder ' +
      'with a GGUF file; null: none (docs/language-models.md).',
  ),
  model: optional(name).describe('Name of the model at the server; null is the only one that it has.'),
  hosts: optional(name).describe(
    'Other computers that may be asked, by name or address, separated by commas: orders and pictures go there.',
  ),
  keyFile: optional(path).describe(
    'File with the key of the server, which only its owner can read; a service has it from systemd, ' +
      'LoadCredential=chat-key:FILE.',
  ),
  timeoutSeconds: integer(1, 280, 60).describe('How long to wait for a reply, seconds.'),
  calls: integer(1, 100, 8).describe('How often the model may be asked for one order.'),
  tokens: integer(1000, 1_000_000, 40_000).describe(
    'How many tokens one order may take, of prompts and replies together.',
  ),
})

const run = z.strictObject({
  episodes: integer(1, 1000, 10).describe('Episodes of a run, unless its command says otherwise.'),
  seed: integer(0, 2 ** 31 - 1, 1).describe(
    'Seed of every random stream, unless the run command says otherwise.',
  ),
  [SHOWN_COLOURS.key]: offByDefault.describe(SHOWN_COLOURS.describe),
  strictAlg1: offByDefault.describe("The paper's Algorithm 1 exactly: no rollback to the best tree."),
  untilClean: offByDefault.describe('End a run early: two episodes in a row clean and at the best score.'),
})

const alarm = z.strictObject({
  hold: z
    .enum(['none', 'severe', 'all'])
    .default('severe')
    .describe('Which alarms hold the robot before its first motion until somebody acknowledges them.'),
})

const teleop = z.strictObject({
  enabled: onByDefault.describe('May an operator drive the base manually?'),
  windowMs: integer(100, 2000, 500).describe(
    'The base stops when the operator is silent for this long, milliseconds.',
  ),
  speed: z.number().min(0.01).max(0.3).default(0.2).describe('Maximum speed of manual driving, m/s.'),
})

const console_ = z.strictObject({
  enabled: onByDefault.describe('Open the field console?'),
  listen: z
    .string()
    .regex(/^(tcp:\/\/.+:\d+|ipc:\/\/\/.+)$/)
    .default('tcp://127.0.0.1:5870')
    .describe(
      'Where the console listens: tcp://HOST:PORT takes that port and the three after it, ipc:///PATH ' +
        'four sockets PATH.ROLE.',
    ),
})

const dashboard = z.strictObject({
  enabled: onByDefault.describe('Open the local web page? It is read-only.'),
  listen: z
    .string()
    .regex(/^.+:\d+$/)
    .default('127.0.0.1:8087')
    .describe('Where the page listens, HOST:PORT. It does not ask for a key: leave it on loopback.'),
})

const groot = z.strictObject({
  enabled: offByDefault.describe('Let Groot2 on this machine watch the tree?'),
  port: integer(1024, 65_534, 1667).describe(
    'Port for Groot2 on loopback; it takes the one after it as well.',
  ),
})

const store = z.strictObject({
  dir: optional(path).describe(
    'Where everything is kept; null is $STATE_DIRECTORY, or .graft in the working folder.',
  ),
  maxGiB: z
    .number()
    .min(0.1)
    .max(100_000)
    .default(20)
    .describe('Most that recordings and pictures may take, GiB; the oldest are deleted first.'),
  maxAgeDays: integer(1, 36_500, 90).describe('Older recordings and pictures are deleted, days.'),
  keepFailures: integer(0, 10_000, 20).describe('Number of latest failed episodes that are never deleted.'),
  lowMiB: integer(16, 1_000_000, 1024).describe('Below this much free disk nothing is recorded, MiB.'),
  fullMiB: integer(8, 1_000_000, 256).describe(
    'Below this much free disk no run begins, MiB; at most lowMiB.',
  ),
})

const recording = z.strictObject({
  mcap: onByDefault.describe('Record each run as MCAP, for Foxglove and Lichtblick?'),
  btlog: onByDefault.describe('Record the tree of each episode as .btlog, for Groot2?'),
  wire: onByDefault.describe('Keep every byte of the serial line, for graft tap?'),
  pictures: z
    .number()
    .min(0)
    .max(60)
    .default(2)
    .describe('Camera pictures per second in recordings; 0 records none.'),
})

const log = z.strictObject({
  level: z
    .enum(['debug', 'info', 'warn', 'error'])
    .default('info')
    .describe('Lowest level that is written to the journal.'),
})

export const siteSchema = z
  .strictObject({
    version: z
      .literal(SITE_VERSION)
      .describe('Version of this format; older files are read, see docs/config.md.'),
    robot: robot.prefault({}).describe('The robot: a virtual one, or a controller on a serial device.'),
    camera: camera.prefault({}).describe("The critic's eye."),
    field: field.prefault({}).describe('What the robot learns on.'),
    world: world.prefault({}).describe('A world, its robot and a task, described by data.'),
    policy: policy.prefault({}).describe('Which tree runs, and how a new one replaces it.'),
    models: models.prefault({}).describe('Critic and actor.'),
    chat: chat.prefault({}).describe('The chat model that reads orders beside the rules.'),
    run: run.prefault({}).describe('What a run is, unless the command that begins it says otherwise.'),
    alarm: alarm.prefault({}).describe("What the critic's alarms do."),
    teleop: teleop.prefault({}).describe('Manual driving from the console.'),
    console: console_.prefault({}).describe('The field console: encrypted, authorised keys only.'),
    dashboard: dashboard.prefault({}).describe('The local web page.'),
    groot: groot.prefault({}).describe('Groot2, on loopback only.'),
    store: store.prefault({}).describe('Where data is kept, and how much of it.'),
    recording: recording.prefault({}).describe('What is recorded of each run.'),
    log: log.prefault({}).describe('The journal.'),
  })
  .meta({ title: 'graft configuration', description: 'The configuration of the service `graft serve`.' })

/** Output of the schema: every key has a value, null where the file may leave the choice open. */
export type SiteValues = z.output<typeof siteSchema>

/** The effective configuration. Paths are absolute; `null` means what the schema's description says. */
export type SiteConfig = SiteValues & { readonly store: { readonly dir: string } }

/** Which chat model reads orders, and what it may cost. */
export type ChatSettings = SiteValues['chat']

/** Whether `chat.use` is the address of a server; everything else is a path, which may well contain a colon. */
export const isServerAddress = (use: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(use)

export type SectionName = Exclude<keyof SiteValues, 'version'>

/** Each section on its own, so that one can be checked even if another cannot be read. */
export const SECTIONS: { readonly [S in SectionName]: z.ZodType<SiteValues[S]> } = (({
  version: _,
  ...rest
}) => rest)(siteSchema.shape)

/**
 * Returns the JSON Schema of the configuration for editors: `config/graft.schema.json`. A section whose keys are all
 * commented out is null in YAML, which is allowed.
 */
export const siteJsonSchema = (): JsonSchema =>
  z.toJSONSchema(siteSchema, {
    io: 'input',
    override: ({ jsonSchema, path: { length } }) => {
      if (length > 0 && jsonSchema.type === 'object') Object.assign(jsonSchema, { type: ['object', 'null'] })
    },
  }) as JsonSchema

/** The subset of JSON Schema that the configuration needs. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly default?: unknown
  readonly description?: string
}
