import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CATALOGUE } from '#console/catalogue.js'
import { guardRules } from '#console-sockets/console-server/guard-rules.js'
import { LIMITS } from '#console/protocol.js'
import { ROLES } from '#console/roles.js'
import type { StatusEventKind } from '#runtime/status/status-event.js'
import { ANSWERS } from './answers.js'
import { COMMANDS } from './samples.js'
import { Types, type Row } from './type-rows.js'

/** docs/CONSOLE.md with the parts that the code knows filled in. */
export function filled(page: string): string {
  const parts: Readonly<Record<string, string>> = {
    commands: commands(),
    refusals: refusals(),
    news: statusEvent(),
    status: status(),
    limits: limits(),
  }
  return Object.entries(parts).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`(<!-- ${name}:[^\\n]*-->\\n)[^]*?(<!-- /${name} -->)`),
        (_, head: string, tail: string) => `${head}\n${part}\n${tail}`,
      ),
    page,
  )
}

function commands(): string {
  return ROLES.map((role) => {
    const rows = COMMANDS.filter((name) => CATALOGUE[name].role === role).map((name) => {
      const { does, params } = CATALOGUE[name]
      return `| \`${name}\` | ${does} | ${paramsOf(params)} | ${shapeOf(ANSWERS[name])} |`
    })
    return table(`${role}`, ['command', 'what for', 'parameters', 'result'], rows)
  }).join('\n')
}

function paramsOf(params: z.ZodObject): string {
  const { properties = {}, required = [] } = z.toJSONSchema(params, { io: 'input' }) as JsonObject
  const said = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?'
    return `\`${name}${optional}\` ${typeOf(schema)}`
  })
  return said.length === 0 ? '–' : said.join('; ')
}

interface JsonObject {
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
}

interface Json {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly default?: unknown
}

function typeOf(json: Json): string {
  const usual = json.default === undefined ? '' : `, else ${json.default as string | number}`
  if (json.type === 'object') return 'texts, numbers, true or false by name, else none'
  if (json.enum !== undefined) return json.enum.join(' \\| ') + usual
  if (json.pattern !== undefined) return `text like \`${json.pattern}\`${usual}`
  if (json.type === 'string') return `text, ≤ ${json.maxLength ?? '∞'}${usual}`
  const most = json.maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${json.maximum}`
  return `${json.type === 'integer' ? 'whole number' : 'number'} ${json.minimum}${most}${usual}`
}

/** The shape of an answer, from the one that stands for all: `{ key: text }`. */
function shapeOf(value: unknown): string {
  if (value === ANSWERS.status) return '[a snapshot](#the-status)'
  return `\`${shape(value, 2)}\``
}

function shape(value: unknown, depth: number): string {
  if (Array.isArray(value)) return `[${shape(value[0], depth - 1)}, …]`
  if (typeof value !== 'object' || value === null)
    return value === null ? 'null' : typeof value === 'string' ? 'text' : typeof value
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  if (depth === 0) return '{…}'
  return `{ ${entries.map(([key, one]) => `${key}: ${shape(one, depth - 1)}`).join(', ')} }`
}

/** Codes as the source writes them; what each means is said here once. */
export const REFUSALS: Readonly<Record<string, string>> = {
  'console.not-json': 'the message is not UTF-8, or not JSON',
  'console.not-a-request': 'JSON, but not a request: a field is missing, wrong, or one too much',
  'console.version': 'another version than the service speaks',
  'console.unknown-command': 'there is no such command',
  'console.role': 'the command is for the endpoint of a higher role',
  'console.params': 'a parameter is missing, wrong, or unknown',
  'console.too-long': 'the message is longer than this endpoint takes',
  'console.too-deep': 'too many braces or brackets in one another',
  'console.too-many': 'too many values in one message',
  'console.too-fast': 'more messages a second than a client or an endpoint may send',
  'console.busy': 'too many commands are under way',
  'console.slow': 'the command takes longer than a reply waits; it goes on',
  'console.too-large': 'the answer is longer than a reply may be',
  'console.identity': 'the socket chose its own routing id',
  'console.bug': 'a bug of the service, with its text in the log',
}

const refusals = (): string =>
  table(
    undefined,
    ['code', 'when'],
    Object.entries(REFUSALS).map(([code, when]) => `| \`${code}\` | ${when} |`),
  )

const NEWS: Readonly<Record<StatusEventKind, string>> = {
  log: 'a line of the log',
  mode: 'SAFE, ARMED, RUNNING, STOPPED: from, to, by whom',
  activity: 'what is under way has changed, and why',
  run: 'a run begins or ends',
  tree: 'a tree is about to run',
  node: 'one status change of one node',
  step: 'one step of the learning loop',
  refusal: 'the twin refused a command',
  alarm: 'critic, loop or robot raised an alarm',
  'alarm-acknowledged': 'a person has seen an alarm',
  'alarm-changed':
    'an alarm was raised again (`repeated`, `worsened`, `reopened`), or its cause is gone (`closed`)',
  episode: 'an episode has ended, with its score',
  edit: 'what became of the tree after an episode',
  pose: 'where the robot is, at most ten a second',
  picture: 'a picture was taken; `picture` has it',
  link: 'something happened on the link to the controller: `level`, `text`; each event once, bursts counted',
  health: 'a row of the health table has changed',
  policy: 'a policy slot has changed',
  operator: 'an operator or maintainer did something, told before it happens',
}

const TYPES = new Types(
  join(import.meta.dirname, '../../..'),
  ...['service-status', 'status-event'].map((name) => `src/runtime/status/${name}.ts`),
)

function statusEvent(): string {
  const fields = TYPES.kinds('StatusEventBody')
  return table(
    undefined,
    ['kind', 'what', 'fields, besides `kind`, `seq` and `at`'],
    Object.entries(NEWS).map(
      ([kind, what]) => `| \`${kind}\` | ${what} | ${(fields.get(kind) ?? []).map(fieldOf).join('; ')} |`,
    ),
  )
}

const fieldOf = ({ path, type }: Row): string => `\`${path}\` ${type}`

const status = (): string =>
  table(
    undefined,
    ['field', 'is', 'what'],
    TYPES.rows('ServiceStatus', 2).map(
      ({ path, type, what }) => `| \`${path}\` | ${type} | ${escaped(what)} |`,
    ),
  )

const escaped = (text: string): string => text.replaceAll('|', '\\|')

function limits(): string {
  const { request, depth, items, reply, commandMs, underWay, underWayOfRole, clients, idleMs } = LIMITS
  const rows: (readonly [string, string])[] = [
    ['longest request, bytes', ROLES.map((role) => `${role} ${request[role]}`).join(', ')],
    ['longest reply, bytes', String(reply)],
    ['braces and brackets in one another', String(depth)],
    ['keys and elements of one message', String(items)],
    ['messages of one client', `${LIMITS.perSecond} a second for long, ${LIMITS.atOnce} at once`],
    [
      'messages of one endpoint',
      `${LIMITS.perSecondOfRole} a second for long, ${LIMITS.atOnceOfRole} at once`,
    ],
    ['commands under way', `${underWay} of one client, ${underWayOfRole} of one endpoint`],
    ['time of a command', `${commandMs / 1000} s, then \`console.slow\` and it goes on`],
    ['clients of one endpoint', `${clients} are known; the one silent for longest makes room`],
    [
      'what viewers together may cost the service',
      `${LIMITS.viewersMsPerSecond} ms of its main thread a second for long, ${LIMITS.viewersMsAtOnce} ms at once`,
    ],
    ['silence of a client', `after ${idleMs / 1000} s what it holds is let go`],
  ]
  const { viewer, operator, news: ears } = guardRules(LIMITS)
  rows.push(
    ['frames of a connection without an answer', `${viewer.unanswered}: it waits, and is cut after 2 s`],
    ['subscriptions of a listener', `${ears.unanswered - 1}, of ${ears.frame - 45} bytes at most`],
    [
      'connections of one endpoint',
      `${operator.connections}, of the news ${ears.connections}; of the key with the most of them the one silent for longest makes room`,
    ],
    [
      'work of a connection, a frame and each kilobyte 1',
      `${viewer.load.perSecond} a second for long, ${viewer.load.atOnce} at once; all viewers ${viewer.load.ofAll} a second`,
    ],
    ['bytes that wait for a listener', `${ears.backlog}, then it is cut`],
  )
  return table(
    undefined,
    ['what', 'limit'],
    rows.map(([what, limit]) => `| ${what} | ${limit} |`),
  )
}

function table(title: string | undefined, head: readonly string[], rows: readonly string[]): string {
  const top = title === undefined ? '' : `### For the ${title}\n\n`
  return `${top}| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|\n${rows.join('\n')}\n`
}

export const readPage = (root: string): string => readFileSync(join(root, 'docs/CONSOLE.md'), 'utf8')
