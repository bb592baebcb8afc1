import { z } from 'zod'
import type { Result } from '#base/result.js'
import { IMPACTS } from '#learning/critic/report.js'
import { END_REASONS } from '#learning/episode.js'
import { event } from '../format/line-shape.js'
import { count, hash, number, origin, parseLine, path, word } from '../format/parts.js'

/** Names the format in `dataset.json`; a reader refuses any other. */
export const WORLD_FORMAT = 'graft-world-episodes/1'

export const STEPS = 'steps.jsonl'

const text = z.string().max(10_000)
const xml = z.string().max(1_000_000)

/** by fact: null is what nobody knew */
const facts = z.record(word, z.union([word, number, z.boolean()]).nullable())

const issue = z.looseObject({ impact: z.enum(IMPACTS), nodePath: path.nullable() })

const moment = z.strictObject({
  mode: z.enum(['initial', 'intermediate', 'final']),
  step: count,
  traceLength: count,
  report: z.looseObject({ s: number, c: number, issues: z.array(issue) }),
  pictures: z.array(z.strictObject({ sha256: hash })).max(16),
  truth: z.array(issue).max(200).nullable(),
})

/** One line of `episodes.jsonl`. */
const episodeLine = z.strictObject({
  episode: count,
  seed: count,
  tree: xml,
  treeHash: hash,
  parentHash: hash.nullable(),
  /** what the actor left for the next episode; null when it is lost */
  nextTree: xml.nullable(),
  update: z.looseObject({ decision: word, patch: z.array(z.looseObject({ op: word })), why: text }),
  endReason: z.enum(END_REASONS),
  seconds: number,
  /** what the referee saw */
  facts: z.looseObject({
    source: z.enum(['ground-truth', 'sensors']),
    operatingSeconds: number,
    start: facts,
    end: facts,
  }),
  score: z.strictObject({
    lines: z.array(z.strictObject({ label: word, count: number, points: number })),
    total: number,
  }),
  moments: z.array(moment).max(2_000),
  drifts: z.array(z.looseObject({ t: number, kind: word, text })),
  notes: z.array(text),
  trace: z.array(event).max(50_000),
  /** lines of `steps.jsonl`; null where an earlier graft recorded none */
  steps: count.nullable(),
})

/** One line of `steps.jsonl`: a step that the tree asked for. */
const stepLine = z.strictObject({
  episode: count,
  /** from 1 */
  step: z.int().min(1),
  path,
  skill: word,
  args: z.record(word, text),
  /** ms of the episode's clock, as in the trace */
  t: number,
  seconds: number,
  before: facts,
  /** the twin's, before anything moved */
  verdict: z.discriminatedUnion('permitted', [
    z.strictObject({ permitted: z.literal(true) }),
    z.strictObject({ permitted: z.literal(false), check: word, text }),
  ]),
  /** by driver and sensors; null for what was refused */
  result: z.enum(['done', 'exec_fail', 'eo_fail']).nullable(),
  reason: text.optional(),
  /** what is other than before */
  after: facts,
})

export type WorldEpisodeLine = z.infer<typeof episodeLine>
export type WorldStepLine = z.infer<typeof stepLine>

export const worldAbout = z.strictObject({
  format: z.literal(WORLD_FORMAT),
  ...origin,
  world: word,
  task: word,
  robot: word,
  scenario: word.nullable(),
  /** the skills as node types: what reads the trees */
  nodes: z.array(z.looseObject({ id: word })),
  steps: count,
  stepsSha256: hash,
})

export type WorldAbout = z.infer<typeof worldAbout>

export const readEpisodeLine = (line: string): Result<WorldEpisodeLine, string> =>
  parseLine(episodeLine, line)
export const readStepLine = (line: string): Result<WorldStepLine, string> => parseLine(stepLine, line)
