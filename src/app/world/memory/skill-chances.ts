import { z } from 'zod'
import type { Attempt } from '#robots/driver/attempts.js'
import type { DataDomain } from '#worlds/assemble.js'
import { expectedChance, type TriedAndSeen } from '#worlds/run/chance.js'
import { explainEnd, type ExplainedEnd } from '#worlds/run/explain-end.js'

const count = z.number().nonnegative()

/** By skill: how often it was tried, and in which of the declared ways it failed how often. */
export const seenChances = z.record(
  z.string(),
  z.object({
    tries: count,
    /** failures that no declared way explains */
    other: count,
    /** in the order of `fails:`; a way is tried only where it is possible */
    ways: z.array(z.object({ text: z.string(), declared: z.number().optional(), tries: count, seen: count })),
  }),
)

export type SeenChances = Readonly<z.output<typeof seenChances>>
export type SkillSeen = SeenChances[string]

/** How often the skills of a robot have failed so far, by the ways that the world declares under `fails:`. */
export class SkillChances {
  readonly #domain: DataDomain
  readonly #seen: Map<string, SkillSeen>

  /** @param seen by earlier episodes in the same world */
  constructor(domain: DataDomain, seen: SeenChances = {}) {
    this.#domain = domain
    this.#seen = new Map(Object.entries(seen))
  }

  get seen(): SeenChances {
    return Object.fromEntries(this.#seen)
  }

  /** Adds what the driver has tried in an episode; what the twin refused was not tried. */
  add(attempts: readonly Attempt[]): void {
    for (const { command, before, after, result } of attempts) {
      if (result === 'twin_reject') continue
      const end = explainEnd(this.#domain, { command, before, after, worked: result === 'done' })
      this.#seen.set(command.skill, withEnd(this.#of(command.skill), end))
    }
  }

  /** The chance that a step of a skill fails in one of the declared ways, if all of them are possible; 0 to 1. */
  readonly failureOf = (skill: string): number => {
    const chances = this.#of(skill).ways.map((way) => expectedChance(way.declared, way))
    return Math.min(
      1,
      chances.reduce((sum, chance) => sum + chance, 0),
    )
  }

  #of(skill: string): SkillSeen {
    const known = this.#seen.get(skill)
    if (known !== undefined) return known
    const { fails = [] } = this.#domain.rules.skills.find(({ name }) => name === skill) ?? {}
    const ways = fails.map(({ text, chance }, place) => ({
      text: text ?? `way ${place + 1}`,
      ...(chance !== undefined && { declared: chance }),
      ...NEVER,
    }))
    return { tries: 0, other: 0, ways }
  }
}

const NEVER: TriedAndSeen = { tries: 0, seen: 0 }

const withEnd = (
  { tries, other, ways }: SkillSeen,
  { possible, shares, ended }: ExplainedEnd,
): SkillSeen => ({
  tries: tries + 1,
  other: other + (ended === 'other' ? 1 : 0),
  ways: ways.map((way, place) => ({
    ...way,
    tries: way.tries + possible.filter((one) => one === place).length,
    seen: way.seen + (shares.get(place) ?? 0),
  })),
})

/** The counts of several runs together. @param all of runs in the same world */
export function sumChances(all: readonly SeenChances[]): SeenChances {
  const sum = new Map<string, SkillSeen>()
  for (const [skill, seen] of all.flatMap((one) => Object.entries(one))) {
    const { tries, other, ways } = sum.get(skill) ?? { tries: 0, other: 0, ways: [] }
    sum.set(skill, {
      tries: tries + seen.tries,
      other: other + seen.other,
      ways: seen.ways.map((way, i) => ({
        ...way,
        tries: way.tries + (ways[i]?.tries ?? 0),
        seen: way.seen + (ways[i]?.seen ?? 0),
      })),
    })
  }
  return Object.fromEntries(sum)
}

/** What a run has counted, by the record of an episode; undefined where an earlier graft counted nothing. */
export const chancesIn = (memory: unknown): SeenChances | undefined =>
  z.object({ chances: seenChances }).safeParse(memory).data?.chances
