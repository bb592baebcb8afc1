import { z } from 'zod'
import type { FieldMap } from '#base/field-map.js'
import { issuesInLine } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readLooseJson } from '../lagea/loose-json.js'
import { IMPACTS, type CriticMode, type Impact } from '#learning/critic/report.js'
import { rubricText } from '#learning/critic/rubric.js'
import type { CriticMemory } from '../memory.js'
import type { Answer, Finding, ZoneLine } from './answer.js'
import type { Claims, ZoneClaim } from './claims.js'
import { attemptText, type AttemptDigest } from '#learning/critic/attempts.js'

/** The question to a general vision-language model not trained for it: prose in, one JSON object out. */
export interface ProseQuestion {
  readonly claims: Claims
  readonly map: FieldMap
  readonly memory: CriticMemory
  readonly attempts: AttemptDigest | undefined
  /** number of pictures sent with the question */
  readonly frames: number
  /** sentences about events not found by sensors; empty in the first turn */
  readonly refuted: string
}

const TASK_OF: Readonly<Record<CriticMode, string>> = {
  initial: 'INITIAL: nothing has moved yet. Is the field set up as it should be?',
  intermediate: 'INTERMEDIATE: a part of the task has ended. Report only what is already wrong now.',
  final: 'FINAL: the episode is over. What is wrong, and which part of it was never tried?',
}

export const MAX_PROSE_TOKENS = 900

/** Brief, rubric, two examples, pictures, note (CRIT-03, LAGEA-05); refuted claims come last (CRIT-10). */
export function prosePrompt({ claims, map, memory, attempts, frames, refuted }: ProseQuestion): string {
  return [
    '## Task',
    'You watch a mobile robot carry wooden blocks from load zones to unload zones. Every block has a blue ' +
      'and an orange face. Orange face up is the wrong way round. Each zone has four slots, numbered 0 to 3 ' +
      'from left to right.',
    TASK_OF[claims.mode],
    '## Severity',
    rubricText(claims.mode),
    '## Impacts',
    IMPACTS.join(', '),
    '## Answer',
    'Answer with one JSON object and nothing else. "zones" says what you SEE in the slots of each zone of ' +
      'the LAST picture: blue, orange, empty or hidden. "issues" lists what is wrong; "zone" is null when an ' +
      'issue belongs to no zone.',
    `Without undesirable behaviour: ${JSON.stringify(CLEAN)}`,
    `With undesirable behaviour: ${JSON.stringify(FAULTY)}`,
    '## Pictures',
    `${frames === 1 ? 'One picture' : `${frames} pictures`}, key frames of one episode in order of time; ` +
      `the last one is now. There may be zero, one or more undesirable behaviours.`,
    '## Field',
    map.zones
      .map(
        ({ id, kind, needsShelf }) =>
          `zone ${id}: ${kind}${needsShelf ? ', counts only with the shelf at its target' : ''}`,
      )
      .join('\n'),
    '## Earlier attempts',
    attempts === undefined ? '(none known)' : attemptText(attempts),
    '## Reported in this episode',
    memory.digest(),
    '## What the robot says it has done',
    claimText(claims),
    ...(refuted === ''
      ? []
      : ['## What the sensors say of your first answer', refuted, 'Answer again with this in mind.']),
  ].join('\n')
}

const CLEAN = {
  zones: { 1: ['empty', 'empty', 'empty', 'empty'], 2: ['blue', 'blue', 'blue', 'blue'] },
  shelf: 'at-target',
  robot: 'home',
  stray: 0,
  issues: [],
  s: 0,
}
const FAULTY = {
  zones: { 1: ['empty', 'empty', 'empty', 'blue'], 2: ['orange', 'blue', 'blue', 'hidden'] },
  shelf: 'at-start',
  robot: 'z2',
  stray: 1,
  issues: [
    { impact: 'orientation', zone: 2, severity: 0.3 },
    { impact: 'placement', zone: null, severity: 0.6 },
  ],
  s: 0.6,
}

const face = z.enum(['blue', 'orange', 'empty', 'hidden'])
const schema = z.object({
  zones: z.record(z.string().regex(/^[1-9]\d?$/), z.tuple([face, face, face, face])),
  shelf: z.enum(['at-start', 'between', 'at-target', 'hidden']).default('hidden'),
  robot: z
    .string()
    .regex(/^(home|elsewhere|z[1-9]\d?)$/)
    .default('elsewhere'),
  stray: z.int().min(0).default(0),
  issues: z.array(
    z.object({
      impact: z.enum(IMPACTS),
      zone: z.int().positive().nullable().default(null),
      severity: z.number().min(0).max(1),
    }),
  ),
  s: z.number().min(0).max(1),
})

/**
 * Parses such an answer; only brackets, commas and quotes are repaired, never a value (LAGEA-01). An issue at a zone
 * that the field does not have makes it unreadable.
 */
export function readProse(text: string, map: FieldMap): Result<Answer, string> {
  const loose = readLooseJson(text)
  if (!loose.ok) return err(loose.error.kind === 'no-object' ? 'no JSON object in it' : 'no valid JSON')
  const parsed = schema.safeParse(loose.value.value)
  if (!parsed.success) return err(issuesInLine(parsed.error.issues.slice(0, 1)))
  const { zones, shelf, robot, stray, issues, s } = parsed.data
  const of = (fits: (issue: (typeof issues)[number]) => boolean): Finding[] =>
    issues.filter(fits).map(({ impact, severity }) => ({ impact, severity, word: -1 }))
  const foreign = issues.find(({ zone }) => zone !== null && !map.zones.some(({ id }) => id === zone))
  if (foreign) return err(`an issue at zone ${foreign.zone}, which this field does not have`)
  const lines = map.zones.map(({ id }): [number, ZoneLine] => [
    id,
    { faces: zones[id] ?? ['hidden', 'hidden', 'hidden', 'hidden'], findings: of(({ zone }) => zone === id) },
  ])
  const unplaced = (...impacts: Impact[]): Finding[] =>
    of(({ zone, impact }) => zone === null && impacts.includes(impact))
  return ok({
    zones: new Map(lines),
    track: { seen: shelf, findings: unplaced('shelf') },
    robot: {
      seen: robot.startsWith('z') ? Number(robot.slice(1)) : (robot as 'home' | 'elsewhere'),
      findings: unplaced('navigation', 'final-position', 'plan-structure', 'perception', 'safety', 'style'),
    },
    stray: {
      count: Math.min(4, stray),
      findings: unplaced('placement', 'orientation', 'grasp', 'coverage'),
    },
    time: { findings: unplaced('timing') },
    overall: s,
  })
}

function claimText({ zones, track, robotAt, late }: Claims): string {
  const place =
    typeof robotAt === 'number' ? `at zone ${robotAt}` : robotAt === 'lost' ? 'nowhere known' : robotAt
  return [
    ...[...zones].flatMap(([id, claim]) => (claim === 'absent' ? [] : [`zone ${id}: ${CLAIM_TEXT[claim]}`])),
    `shelf: ${track.replace('-', ' ')}`,
    `robot: ${place}`,
    late ? 'the time limit has passed' : 'within the time limit',
  ].join('\n')
}

const CLAIM_TEXT: Readonly<Record<Exclude<ZoneClaim, 'absent'>, string>> = {
  waiting: 'nothing tried yet, blocks should lie there',
  'waiting-unreached': 'the robot tried to get there and failed',
  loaded: 'loaded, should be empty now',
  'load-failed': 'loading failed',
  free: 'nothing tried yet, should be empty',
  'free-unreached': 'the robot tried to get there and failed',
  filled0: 'unloaded, no block was released',
  filled1: 'unloaded, 1 block was released',
  filled2: 'unloaded, 2 blocks were released',
  filled3: 'unloaded, 3 blocks were released',
  filled4: 'unloaded, 4 blocks were released',
  'unload-failed': 'unloading failed',
}
