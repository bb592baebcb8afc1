import type { z } from 'zod'
import type { TraceEvent } from '#bt/trace.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import { ok, type Result } from '#base/result.js'
import { lineShape } from './line-shape.js'
import { parseLine } from './parts.js'
import type { StoredEpisode } from './stored-episode.js'

/** One line of `episodes.jsonl`, without its end: equal episodes have equal lines. */
export function writeLine({ setup, trace, moments, ...rest }: StoredEpisode): string {
  const { map, orange, start } = setup
  return JSON.stringify({
    setup: { map, orange: orange === null ? null : [...orange], start },
    ...rest,
    moments: moments.map((moment) => ({
      ...moment,
      evidence: moment.evidence === null ? null : flatEvidence(moment.evidence),
    })),
    trace: trace.map(shortEvent),
  })
}

/** @returns what is wrong with the line, for people, when it is not one */
export function readLine(text: string): Result<StoredEpisode, string> {
  const parsed = parseLine(lineShape, text)
  if (!parsed.ok) return parsed
  const { setup, trace, moments, ...rest } = parsed.value
  const { orange } = setup
  const episode = {
    ...rest,
    setup: { ...setup, orange: orange === null ? null : new Map(orange) },
    trace: trace.map(longEvent),
    moments: moments.map((moment) => ({
      ...moment,
      evidence: moment.evidence === null ? null : fullEvidence(moment.evidence),
    })),
  }
  // the shape says the same as the type, but for brands of units and template strings
  return ok(episode as unknown as StoredEpisode)
}

type ShortEvent = z.infer<typeof lineShape>['trace'][number]
type FlatEvidence = NonNullable<z.infer<typeof lineShape>['moments'][number]['evidence']>

export const shortEvent = ({ seq, args, attempt, ...event }: TraceEvent, place: number): ShortEvent => ({
  ...(seq === place ? {} : { seq }),
  ...event,
  ...(Object.keys(args).length === 0 ? {} : { args }),
  ...(attempt === 1 ? {} : { attempt }),
})

const longEvent = ({ seq, args, attempt, ...event }: ShortEvent, place: number) => ({
  seq: seq ?? place,
  ...event,
  args: args ?? {},
  attempt: attempt ?? 1,
})

const flatEvidence = ({ world, held }: Evidence) => ({ world: { ...world, zones: [...world.zones] }, held })

const fullEvidence = ({ world, held }: FlatEvidence) => ({
  world: { ...world, zones: new Map(world.zones) },
  held,
})
