import { isDeepStrictEqual } from 'node:util'
import { canonicalJson, sha256, type Json } from '#base/hash.js'
import type { LoggedStep } from '#learning/events.js'
import { isInWorld } from '#app/run-folder/read/read-manifest.js'
import { REFLEX_PERIOD } from '#runtime/robot-connection.js'
import { nameOfCommand } from './moment-text.js'
import type { PlayedEpisode } from './re-execute.js'
import type { StoredEpisode } from './stored-episode.js'

/** The result of comparing a replay with its record. */
export interface Comparison {
  /** number of stored events: trace, steps and commands together */
  readonly events: number
  /** rolling SHA-256 over everything stored, and over everything replayed */
  readonly stored: string
  readonly played: string
  /** the earliest difference in episode time; undefined if there is none */
  readonly difference?: Difference
}

interface Difference {
  /** log that contains it */
  readonly log: Log
  /** 1-based number of the entry in that log */
  readonly entry: number
  /** ms of the episode's clock */
  readonly t: number
  /** the node, step or command concerned */
  readonly about: string
  /** path of the differing field, as `/a/b`; '' for the whole entry */
  readonly field: string
  readonly expected: string
  readonly got: string
}

type Log = 'trace' | 'steps' | 'commands'

interface Entry {
  readonly t: number
  readonly about: string
  readonly data: Json
}

/** Compares every field of every entry by value. Skips update and history: the actor is not queried again. */
export function compare(stored: StoredEpisode, played: PlayedEpisode): Comparison {
  if (hasOwnTimes(stored)) return compareOrder(stored, played)

  return judged([
    ['trace', stored.trace.map(traceEntry), played.trace.map(traceEntry)],
    ['steps', stored.steps.filter(isOfEpisode).map(stepEntry), played.steps.map(stepEntry)],
    ...commandLogs(stored, played, (entry) => entry),
  ])
}

/** An earlier graft journalled no command of a run in a world: then there is nothing to compare with. */
function commandLogs(stored: StoredEpisode, played: PlayedEpisode, kept: (entry: Entry) => Entry): Logs {
  const { commands, manifest } = stored.run
  if (commands.length === 0 && isInWorld(manifest)) return []
  const entries = (all: PlayedEpisode['commands'] | StoredEpisode['commands']): readonly Entry[] =>
    all.map((entry) => kept(commandEntry(entry)))
  return [['commands', entries(stored.commands), entries(played.commands)]]
}

/** Whether a step comes of the episode itself; the run around it edits the tree, and tells people of what it sees. */
const isOfEpisode = (step: LoggedStep): boolean =>
  step.kind === 'A'
    ? !step.alarm.reasons.some((reason) => reason === 'twin_refuses' || reason === 'no_progress')
    : step.kind !== 'U' && step.kind !== 'H'

const hasOwnTimes = (stored: StoredEpisode): boolean =>
  stored.run.manifest.faults === 'real' || inRealTime(stored)

/**
 * Whether a virtual robot ran on the wall clock, which the record does not say: only there do turns come at other times
 * than every 20 ms. Some entries do not prove it, as a changed record has them too.
 */
export function inRealTime({ run, commands, trace }: StoredEpisode): boolean {
  // an earlier graft journalled no commands of a run in a world
  const times = commands.length > 0 ? commands.map(({ at }) => at) : trace.map(({ t }) => t)
  const odd = times.filter((time) => time % REFLEX_PERIOD !== 0)
  return run.manifest.faults !== 'real' && odd.length * 4 > times.length
}

function judged(logs: Logs): Comparison {
  const differences = logs.flatMap(([log, want, got]) => firstDifference(log, want, got) ?? [])
  const first = differences.sort((a, b) => a.t - b.t)[0]
  return {
    events: logs.reduce((sum, [, want]) => sum + want.length, 0),
    stored: rolling(logs.flatMap(([, want]) => want)),
    played: rolling(logs.flatMap(([, , got]) => got)),
    ...(first === undefined ? {} : { difference: first }),
  }
}

type Logs = readonly (readonly [Log, readonly Entry[], readonly Entry[]])[]

/**
 * Compares what happened and in which order, but not when: the wire of a real controller has no time of a turn that
 * read nothing, and a virtual world in real time moves on in steps of the wall clock. The critic ran in parallel to
 * the loop, so its steps may be in other places.
 */
function compareOrder(stored: StoredEpisode, played: PlayedEpisode): Comparison {
  return judged([
    [
      'trace',
      stored.trace.map((event) => without(traceEntry(event), ['t'])),
      played.trace.map((event) => without(traceEntry(event), ['t'])),
    ],
    ...commandLogs(stored, played, (entry) => without(entry, ['at', 'session'])),
  ])
}

function without({ t, about, data }: Entry, fields: readonly string[]): Entry {
  const kept = isObject(data) ? Object.entries(data).filter(([name]) => !fields.includes(name)) : []
  return { t, about, data: Object.fromEntries(kept) }
}

/** Hashes each entry together with the hash of all before it. */
function rolling(entries: readonly Entry[]): string {
  let hash = ''
  for (const { data } of entries) hash = sha256(`${hash}\n${canonicalJson(data)}`)
  return hash
}

function firstDifference(log: Log, want: readonly Entry[], got: readonly Entry[]): Difference | undefined {
  for (let i = 0; i < Math.max(want.length, got.length); i++) {
    const [a, b] = [want[i], got[i]]
    if (a !== undefined && b !== undefined && isDeepStrictEqual(a.data, b.data)) continue
    const { t, about } = (a ?? b) as Entry
    const entry = i + 1
    if (a === undefined)
      return { log, entry, t, about, field: '', expected: 'no more entries', got: say(b?.data) }
    if (b === undefined)
      return { log, entry, t, about, field: '', expected: say(a.data), got: 'no more entries' }
    return { log, entry, t: Math.min(t, b.t), about, ...differingField(a.data, b.data, '') }
  }
  return undefined
}

function differingField(
  want: Json | undefined,
  got: Json | undefined,
  field: string,
): Pick<Difference, 'field' | 'expected' | 'got'> {
  if (isObject(want) && isObject(got))
    for (const key of new Set([...Object.keys(want), ...Object.keys(got)]))
      if (!isDeepStrictEqual(want[key], got[key]))
        return differingField(want[key], got[key], `${field}/${key}`)
  return { field, expected: say(want), got: say(got) }
}

const LONGEST = 200
const say = (value: Json | undefined): string => {
  const text = value === undefined ? 'nothing' : canonicalJson(value)
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`
}

const isObject = (value: Json | undefined): value is Readonly<Record<string, Json | undefined>> =>
  typeof value === 'object' && value !== null

/** As stored in a file: what JSON cannot represent is not compared. */
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json

const traceEntry = (event: StoredEpisode['trace'][number]): Entry => ({
  t: event.t,
  about: `${event.node} at ${event.path}`,
  data: plain(event),
})

function stepEntry(step: PlayedEpisode['steps'][number] | StoredEpisode['steps'][number]): Entry {
  // step and episode numbers belong to the log, not to what happened
  const { n: _n, episode: _episode, ...happened } = { n: 0, episode: 0, ...step }
  const about = step.kind === 'X' ? `step X, ${step.label}` : `step ${step.kind}`
  return { t: step.t, about, data: plain(happened) }
}

function commandEntry(entry: PlayedEpisode['commands'][number] | StoredEpisode['commands'][number]): Entry {
  const { episode: _episode, ...happened } = { episode: 0, ...entry }
  const about =
    entry.kind === 'issued' ? `command ${entry.id}, ${nameOfCommand(entry.command)}` : `command ${entry.id}`
  return { t: entry.at, about, data: plain(happened) }
}
