import { z } from 'zod'
import type { Role } from './roles.js'

/** A console command: who may send it, its parameters, and what it does. */
export interface CommandSpec {
  readonly role: Role
  /** one line for `help` and docs/CONSOLE.md */
  readonly does: string
  readonly params: z.ZodObject
}

const name = z.string().min(1).max(120)
const note = z.string().min(1).max(500)
const hash = z.string().regex(/^[0-9a-f]{8,64}$/, 'a hash: 8 to 64 hexadecimal digits')
const episode = z.int().min(1).max(100_000)
const none = z.strictObject({})
/** characters of an order: its words are counted where it is read */
const MOST_ORDER = 4_000
/** of a parameter of a skill */
const value = z.union([z.string().max(120), z.number(), z.boolean()])
const speed = (most: number): z.ZodNumber => z.number().min(-most).max(most)

/**
 * Every command of the protocol, version 1. Results are plain JSON, described in docs/CONSOLE.md; refusals
 * carry a code, a message and a hint.
 */
export const CATALOGUE = {
  // observing
  status: spec('viewer', 'everything the service knows about itself now', none),
  news: spec(
    'viewer',
    'what happened after a number, oldest first',
    z.strictObject({ after: z.int().min(0).default(0), limit: z.int().min(1).max(500).default(200) }),
  ),
  picture: spec('viewer', 'the newest camera picture, JPEG in base64', none),
  health: spec('viewer', 'the health table', none),
  log: spec(
    'viewer',
    'the newest log lines',
    z.strictObject({
      level: z.enum(['debug', 'info', 'warn', 'error', 'fatal']).default('info'),
      source: name.optional(),
      limit: z.int().min(1).max(500).default(50),
    }),
  ),
  blackboard: spec('viewer', 'the entries of the running tree', none),
  models: spec('viewer', 'the models and their state', none),
  config: spec('viewer', 'the effective configuration', none),
  faults: spec('viewer', 'the faults that can be injected on this robot', none),
  'alarm.list': spec('viewer', 'alarms, unacknowledged ones first, as many as a reply holds', none),
  'tree.get': spec(
    'viewer',
    'the XML of a tree; of the one that runs by default',
    z.strictObject({ hash: hash.optional() }),
  ),
  'tree.diff': spec('viewer', 'what changed between two trees', z.strictObject({ from: hash, to: hash })),
  'tree.slots': spec(
    'viewer',
    'the policy slots of a field and their history',
    z.strictObject({ field: name.optional() }),
  ),
  'run.list': spec(
    'viewer',
    'the stored runs, newest first',
    z.strictObject({ limit: z.int().min(1).max(500).default(20) }),
  ),
  'episode.list': spec(
    'viewer',
    'the episodes of a run; of the newest by default',
    z.strictObject({ run: name.optional() }),
  ),
  'episode.show': spec(
    'viewer',
    'one episode: reports, alarms, refusals, update',
    z.strictObject({ run: name.optional(), episode }),
  ),
  'episode.score': spec(
    'viewer',
    'the score sheet of one episode',
    z.strictObject({ run: name.optional(), episode }),
  ),
  do: spec(
    'viewer',
    'what an order in words means, and the plan for it; moves nothing, and an operator can confirm it',
    z.strictObject({ order: z.string().min(1).max(MOST_ORDER), speaker: name.optional() }),
  ),
  // driving
  run: spec(
    'operator',
    'begin a run; it waits until somebody arms and confirms',
    z.strictObject({
      field: name.optional(),
      seed: z
        .int()
        .min(0)
        .max(2 ** 31 - 1)
        .optional(),
      episodes: z.int().min(1).max(1000).optional(),
      /** the key of an interrupted run */
      resume: name.optional(),
    }),
  ),
  'do.confirm': spec(
    'operator',
    'carry out the plan of an order that was shown; of a question, the choice with this number',
    z.strictObject({ id: name, choice: z.int().min(1).max(24).optional() }),
  ),
  arm: spec('operator', 'first step out of SAFE: names what would move, gives a token', none),
  confirm: spec('operator', 'second step: the token of `arm`', z.strictObject({ token: name })),
  pause: spec('operator', 'hold at the next boundary of the tree', none),
  resume: spec('operator', 'continue after a pause', none),
  stop: spec('operator', 'stop the robot and end the run at a clean place', none),
  estop: spec('operator', 'emergency stop: latched until `reset`', none),
  reset: spec('operator', 'reset the emergency stop; moves nothing', none),
  'alarm.ack': spec('operator', 'acknowledge an alarm', z.strictObject({ id: name, note: note.optional() })),
  'alarm.ack.over': spec(
    'operator',
    'acknowledge all alarms that are over, and none that lasts',
    z.strictObject({ note: note.optional() }),
  ),
  'scene.reset': spec(
    'operator',
    'the scene was restored manually: noted for the models, and the twin believes the scene as it began',
    z.strictObject({ note }),
  ),
  audit: spec(
    'operator',
    'judge a report of the critic: operational, or which kind of error',
    z.strictObject({
      run: name.optional(),
      episode,
      /** index of the report in the episode, from 0 */
      report: z.int().min(0).max(1000),
      verdict: z.enum(['operational', 'grounding', 'causal', 'incomplete']),
      note: note.optional(),
    }),
  ),
  'audit.counts': spec('viewer', 'counts of the judged reports by verdict', none),
  'teleop.begin': spec(
    'operator',
    'drive manually: gives a session and its window; in a world, its keys and skills too',
    none,
  ),
  'teleop.drive': spec(
    'operator',
    'one setpoint of a base in its frame, m/s and rad/s; void after the window',
    z.strictObject({ session: name, vx: speed(0.3), vy: speed(0.3), wz: speed(1) }),
  ),
  'teleop.step': spec(
    'operator',
    'one skill of the robot of a world, with its parameters: judged, permitted and begun, or refused',
    z.strictObject({ session: name, skill: name, params: z.record(name, value).default({}) }),
  ),
  'teleop.alive': spec(
    'operator',
    'the operator is there: due within the window, also while a step runs; says how the newest step stands',
    z.strictObject({ session: name }),
  ),
  'teleop.end': spec('operator', 'end the session', z.strictObject({ session: name })),
  // maintaining
  'tree.stage': spec(
    'maintainer',
    'put a tree on trial on a field',
    z.strictObject({ field: name, xml: z.string().min(1).max(200_000), cause: note }),
  ),
  'tree.rollback': spec(
    'maintainer',
    'back to the last good tree of a field, or to a tree by its hash',
    z.strictObject({ field: name, to: hash.optional(), cause: note }),
  ),
  'log.level': spec(
    'maintainer',
    'how much is logged',
    z.strictObject({ level: z.enum(['debug', 'info', 'warn', 'error']) }),
  ),
  'fault.inject': spec(
    'maintainer',
    'inject a fault; on a virtual robot only',
    z.strictObject({ fault: name }),
  ),
} as const satisfies Readonly<Record<string, CommandSpec>>

export type CommandName = keyof typeof CATALOGUE
export type Params<C extends CommandName> = z.output<(typeof CATALOGUE)[C]['params']>

function spec<P extends z.ZodObject>(
  role: Role,
  does: string,
  params: P,
): CommandSpec & { readonly params: P } {
  return { role, does, params }
}
