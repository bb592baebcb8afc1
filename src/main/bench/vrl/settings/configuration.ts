import { PROFILE_NAMES, profileNamed, type CriticProfile } from '../../../../adapters/scripted/profiles.js'
import { didYouMean, type Diagnostic } from '../../../../base/diagnostic.js'
import { err, ok, type Result } from '../../../../base/result.js'

/** A row of the table: who criticises, who edits, from which tree. */
export interface Configuration {
  /** as on the command line: `shipped+blockinfo`, `scripted:7b` */
  readonly name: string
  readonly critic: CriticChoice
  readonly actor: ActorKind
  /** the actor is told the faces of the blocks before each episode (VRL-07) */
  readonly blockInfo: boolean
  readonly start: 'initial' | 'do-nothing' | 'attainable'
}

export type CriticChoice =
  | { readonly kind: 'none' }
  /** the shipped critic */
  | { readonly kind: 'shipped' }
  /** a critic of the models' manifest by its id */
  | { readonly kind: 'local'; readonly id: string }
  /** the quality is an input: see `CRITIC_PROFILES` */
  | { readonly kind: 'scripted'; readonly profile: CriticProfile }
  /** says again what was said in the run folder of this file */
  | { readonly kind: 'recorded'; readonly file: string }

/** `fixed` never edits: it plays a plan. */
export type ActorKind = 'model' | 'rules' | 'scripted' | 'fixed'

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

const TABLE = [
  'do-nothing',
  'none',
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
  if (twice !== undefined) return err(asked('bench.critic-twice', `${twice.name} is named twice in --critic`))
  return ok([...rows, ATTAINABLE])
}

/** Real critics come in two rows, with and without BlockInfo; empty: there is no such critic. */
function rowsOf(name: string, wishes: ConfigurationWishes): readonly Configuration[] {
  const [kind = '', ...tail] = name.split(':')
  const what = tail.join(':')
  if (kind === 'scripted') return scripted(name, what, wishes.actor ?? 'scripted')
  const actor = wishes.actor ?? 'model'
  if (name === DO_NOTHING.name) return [DO_NOTHING]
  if (name === 'none') return [{ name, critic: { kind: 'none' }, actor, blockInfo: false, start: 'initial' }]
  const critic = realCritic(kind, what)
  if (critic === undefined) return []
  return [false, true]
    .filter((told) => wishes.blockInfo === 'both' || told === (wishes.blockInfo === 'with'))
    .map((told) => ({
      name: `${name}${told ? '+blockinfo' : ''}`,
      critic,
      actor,
      blockInfo: told,
      start: 'initial',
    }))
}

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
    expected: `${[...TABLE, ATTAINABLE.name].join(', ')}, local:ID, recorded:FILE or scripted:PROFILE/recall=0.5/attribution=0.8/faces=1/falseIssue=0`,
    got: name,
    ...(near !== undefined && { hint: `did you mean ${near}?` }),
  }
}

const asked = (code: string, message: string): Diagnostic => ({ code, severity: 'error', message })

/**
 * Rows of a sweep (VRL-36): a scripted critic whose recall or attribution goes up, each with the other one low and high,
 * so that it shows whether they add or multiply.
 */
export function sweepRows(what: 'recall' | 'attribution'): readonly string[] {
  const other = what === 'recall' ? 'attribution' : 'recall'
  const ends = { recall: [0.45, 0.85], attribution: [0.4, 0.8] }
  const [low = 0, high = 1] = ends[what]
  return ends[other].flatMap((fixed) =>
    [low, (low + high) / 2, high].map(
      (value) => `scripted:gemini/${other}=${fixed}/${what}=${value.toFixed(2)}`,
    ),
  )
}
