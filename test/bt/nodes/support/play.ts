import type { Compat } from '#bt/compat.js'
import type { Step, TapeCase } from '#bt-tools/tape/case.js'
import { runCase } from '#bt-tools/tape/run-case.js'

/** One letter a call: T tick, O tickOnce, W tickWhileRunning, H halt; other steps as they are. */
export type Steps = string | readonly (string | Exclude<Step, string>)[]

export interface PlayOptions extends Omit<TapeCase, 'steps'> {
  readonly compat?: Compat
  /** further BehaviorTree elements */
  readonly others?: string
}

/** As `play`, and what the blackboard of the main tree holds at the end: `key` → `type value`. */
export function outcome(
  body: string,
  steps: Steps,
  { others = '', ...input }: PlayOptions = {},
): { readonly lines: string[]; readonly blackboard: Readonly<Record<string, string>> } {
  const xml = `<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main">${leaves(body)}</BehaviorTree>${leaves(others)}</root>`
  const record = runCase(
    { ...input, steps: [...steps].flatMap(step) },
    { xml, file: 'test.xml' },
  ) as unknown as Run
  if (record.error !== undefined) return { lines: [`no tree: ${record.error.what}`], blackboard: {} }
  const [board = {}] = record.blackboards ?? []
  return {
    lines: (record.steps ?? []).flatMap(line),
    blackboard: Object.fromEntries(
      Object.entries(board).map(([key, { port_type, value, seq }]) => [
        key,
        `${port_type} ${JSON.stringify(value)} #${seq}`,
      ]),
    ),
  }
}

const leaves = (body: string): string =>
  body
    .replaceAll(/\(([SFRKIX]+)\)/g, (_, tape: string) => `<T script="${[...tape].join(',')}"/>`)
    .replaceAll(/\[([SFRKIX]+)\]/g, (_, tape: string) => `<TS script="${[...tape].join(',')}"/>`)

interface Run {
  readonly error?: { readonly what: string }
  readonly steps?: readonly StepRecord[]
  readonly blackboards?: readonly Readonly<
    Record<string, { readonly port_type: string; readonly value: unknown; readonly seq: number }>
  >[]
}

interface StepRecord {
  readonly op: unknown
  readonly status?: string
  readonly events?: readonly (readonly [string, number, ...unknown[]])[]
  readonly exception?: { readonly what: string }
}

const step = (step: string | Exclude<Step, string>): Step[] =>
  typeof step === 'string' ? [...step].map((letter) => CALLS[letter] ?? 'tick') : [step]

const CALLS: Readonly<Record<string, Step>> = { T: 'tick', O: 'tickOnce', W: 'tickWhileRunning', H: 'halt' }

function line({ op, status, events = [], exception }: StepRecord): string[] {
  if (typeof op !== 'string') return []
  const happened = events.map(event).join(' ')
  if (exception !== undefined) return [`${happened} !! ${exception.what}`.trim()]
  const end = status === undefined ? 'halted' : `=> ${letter(status)}`
  return [`${happened} ${end}`.trim()]
}

function event([kind, uid, ...rest]: readonly [string, number, ...unknown[]]): string {
  switch (kind) {
    case 's':
      return `${uid}:${letter(rest[0])}${letter(rest[1])}`
    case 't':
      return `t${uid}=${letter(rest[0])}`
    case 'r':
      return `r${uid}.${String(rest[0])}=${JSON.stringify(rest[1])}`
    case 'e':
      return `e${uid}.${String(rest[0])}`
    default:
      return `${kind}${uid}`
  }
}

const letter = (status: unknown): string => (status === 'SKIPPED' ? 'K' : String(status).charAt(0))
