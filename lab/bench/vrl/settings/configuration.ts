import { PROFILE_NAMES, profileNamed, type CriticProfile } from '#lab/scripted/profiles.js'
import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

/** A row of the table: who criticises, who edits, from which tree. */
export interface Configuration {
  /** as on the command line: `shipped+blockinfo`, `scripted:7b` */
  readonly name: string
  readonly critic: CriticChoice
  readonly actor: ActorKind
  /** the actor is told the faces of the blocks before each episode (VRL-07) */
  readonly blockInfo: boolean
  readonly start: 'initial' | 'do-nothing' | 'attainable'
  /** most edits of one patch; absent = the product's own limit, which shrinks as the tree gets better */
  readonly maxEdits?: number
}

type CriticChoice =
  | { readonly kind: 'none' }
  /** the shipped critic */
  | { readonly kind: 'shipped' }
  /** a colour threshold in place of the network; all else is the shipped critic */
  | { readonly kind: 'threshold' }
  /** a critic of the models' manifest by its id */
  | { readonly kind: 'local'; readonly id: string }
  /** the quality is an input: see `CRITIC_PROFILES` */
  | { readonly kind: 'scripted'; readonly profile: CriticProfile }
  /** says again what was said in the run folder of this file */
  | { readonly kind: 'recorded'; readonly file: string }

/**
 * `random` draws from the very replies that the model's grammar allows, no edit among them; `random-edit`
 * never declines. `fixed` never edits: it plays a plan.
 */
type ActorKind = 'model' | 'rules' | 'random' | 'random-edit' | 'scripted' | 'fixed'

export type BlockInfoChoice = 'both' | 'with' | 'without'

export interface ConfigurationWishes {
  /** names as on the command line; undefined = the whole table */
  readonly critics?: readonly string[]
  /** undefined = the shipped actor for real critics, the scripted one for scripted critics */
  readonly actor?: 'model' | 'rules' | 'scripted'
  readonly blockInfo: BlockInfoChoice
}

/** The best plan of each field; every run of the bench needs its scores. */
export const ATTAINABLE: Configuration = {
  name: 'attainable',
  critic: { kind: 'none' },
  actor: 'fixed',
  blockInfo: false,
  start: 'attainable',
}

const DO_NOTHING: Configuration = { ...ATTAINABLE, name: 'do-nothing', start: 'do-nothing' }

/**
 * What the networks have to beat: the same loop with one of them, or both, replaced by something that
 * learned nothing.
 */
export const BASELINES = {
  rules: { critic: { kind: 'shipped' }, actor: 'rules' },
  threshold: { critic: { kind: 'threshold' }, actor: 'model' },
  'no-network': { critic: { kind: 'threshold' }, actor: 'rules' },
  random: { critic: { kind: 'shipped' }, actor: 'random' },
  'random-edit': { critic: { kind: 'shipped' }, actor: 'random-edit' },
} as const satisfies Readonly<Record<string, Pick<Configuration, 'critic' | 'actor'>>>

const isBaseline = (name: string): name is keyof typeof BASELINES => Object.hasOwn(BASELINES, name)

const TABLE = [
  'do-nothing',
  'none',
  'random',
  'random-edit',
  'no-network',
  'rules',
  'threshold',
  'shipped',
  'scripted:none',
  ...PROFILE_NAMES.map((name) => `scripted:${name}`),
]

/** The rows in the order of the table, `attainable` last: it is played whatever was asked for. */
export function configurations(wishes: ConfigurationWishes): Result<readonly Configuration[], Diagnostic> {
  const rows: Configuration[] = []
  for (const name of wishes.critics ?? TABLE) {
    if (name === ATTAINABLE.name) continue
    const found = rowsOf(name, wishes)
    if (found.length === 0) return err(unknown(name))
    rows.push(...found)
  }
  const twice = rows.find(({ name }, i) => rows.findIndex((other) => other.name === name) < i)
  if (twice !== undefined)
    return err(configurationError('bench.critic-twice', `${twice.name} is named twice in --critic`))
  return ok([...rows, ATTAINABLE])
}

/** Real critics come in two rows, with and without BlockInfo; empty: there is no such critic. */
function rowsOf(name: string, wishes: ConfigurationWishes): readonly Configuration[] {
  const limited = /^(.+)\/edits=([1-9]\d?)$/.exec(name)
  if (limited?.[1] !== undefined) return withBudget(limited[1], Number(limited[2]), wishes)
  const [kind = '', ...tail] = name.split(':')
  const what = tail.join(':')
  if (kind === 'scripted') return scripted(name, what, wishes.actor ?? 'scripted')
  if (isBaseline(name)) return reported(name, BASELINES[name], wishes)
  const actor = wishes.actor ?? 'model'
  if (name === DO_NOTHING.name) return [DO_NOTHING]
  if (name === 'none') return [{ name, critic: { kind: 'none' }, actor, blockInfo: false, start: 'initial' }]
  const critic = realCritic(kind, what)
  return critic === undefined ? [] : reported(name, { critic, actor }, wishes)
}

/** Both sides of the ablation of VRL-07, as far as they are wished for. */
const reported = (
  name: string,
  minds: Pick<Configuration, 'critic' | 'actor'>,
  { blockInfo: choice }: ConfigurationWishes,
): readonly Configuration[] =>
  [false, true]
    .filter((blockInfo) => choice === 'both' || blockInfo === (choice === 'with'))
    .map((blockInfo) => ({
      name: `${name}${blockInfo ? '+blockinfo' : ''}`,
      ...minds,
      blockInfo,
      start: 'initial',
    }))

/** The same row with smaller patches: `shipped/edits=1`. What edits at random by itself has a limit of its own. */
const withBudget = (name: string, maxEdits: number, wishes: ConfigurationWishes): readonly Configuration[] =>
  rowsOf(name, wishes)
    .filter(({ actor }) => actor !== 'scripted' && actor !== 'fixed')
    .map((row) => {
      const end = row.blockInfo ? '+blockinfo' : ''
      return { ...row, name: `${name}/edits=${maxEdits}${end}`, maxEdits }
    })

function realCritic(kind: string, what: string): CriticChoice | undefined {
  if (kind === 'shipped' && what === '') return { kind }
  if (what === '') return undefined
  return kind === 'local' ? { kind, id: what } : kind === 'recorded' ? { kind, file: what } : undefined
}

function scripted(name: string, what: string, actor: ActorKind): readonly Configuration[] {
  const row = { name, actor, start: 'initial' } as const
  if (what === 'none') return [{ ...row, critic: { kind: 'none' }, blockInfo: false }]
  const profile = profileNamed(what)
  if (profile === undefined) return []
  return [{ ...row, critic: { kind: 'scripted', profile }, blockInfo: profile.blockInfo }]
}

function unknown(name: string): Diagnostic {
  const near = didYouMean(name, [...TABLE, ATTAINABLE.name])
  return {
    code: 'bench.critic',
    severity: 'error',
    message: `--critic names ${JSON.stringify(name)}, which is no critic`,
    expected:
      `${[...TABLE, ATTAINABLE.name].join(', ')}, local:ID, recorded:FILE, ROW/edits=1 or ` +
      `scripted:PROFILE/recall=0.5/attribution=0.8/faces=1/falseIssue=0`,
    got: name,
    ...(near !== undefined && { hint: `did you mean ${near}?` }),
  }
}

const configurationError = (code: string, message: string): Diagnostic => ({
  code,
  severity: 'error',
  message,
})

/** From the paper's small patches to the most that the product makes. */
export const BUDGETS = [1, 2, 4, 12] as const

/**
 * Rows of a sweep (VRL-36): a scripted critic whose recall or attribution goes up, each with the other one
 * low and high, so that it shows whether they add or multiply; or the model and the rules under growing
 * patches.
 */
export function sweepRows(what: 'recall' | 'attribution' | 'edits'): readonly string[] {
  if (what === 'edits') return BUDGETS.flatMap((n) => ['rules', 'shipped'].map((row) => `${row}/edits=${n}`))
  const other = what === 'recall' ? 'attribution' : 'recall'
  const ends = { recall: [0.45, 0.85], attribution: [0.4, 0.8] }
  const [low = 0, high = 1] = ends[what]
  return ends[other].flatMap((fixed) =>
    [low, (low + high) / 2, high].map(
      (value) => `scripted:gemini/${other}=${fixed}/${what}=${value.toFixed(2)}`,
    ),
  )
}
