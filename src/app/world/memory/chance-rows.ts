import { chanceInterval, expectedChance } from '#worlds/run/chance.js'
import type { SeenChances, SkillSeen } from './skill-chances.js'

/** One way in which a skill can fail, as people and programs are told of it. Chances are 0 to 1. */
export interface ChanceRow {
  readonly skill: string
  /** in words; failures that no declared way explains are a row of their own */
  readonly way: string
  /** its place in `fails:`; null for what is not declared */
  readonly place: number | null
  /** null where the world declares none */
  readonly declared: number | null
  readonly tries: number
  /** facts that fit several ways give each a share */
  readonly seen: number
  /** what is expected from now on, by the declared chance and what was seen; null for what is not declared */
  readonly estimate: number | null
  /** with a confidence of 95 %, by what was seen alone */
  readonly interval: readonly [number, number]
  /** the declared chance lies outside the interval */
  readonly off: boolean
}

/** Every way in which a tried skill can fail, in the order of the world. */
export const chanceRows = (seen: SeenChances): readonly ChanceRow[] =>
  Object.entries(seen).flatMap(([skill, counted]) => [
    ...counted.ways.map((way, place) => declaredRow(skill, way, place)),
    ...(counted.other === 0 ? [] : [otherRow(skill, counted)]),
  ])

function declaredRow(skill: string, way: SkillSeen['ways'][number], place: number): ChanceRow {
  const interval = chanceInterval(way)
  const { text, declared = null, tries, seen } = way
  return {
    skill,
    way: text,
    place,
    declared,
    tries,
    seen,
    estimate: expectedChance(way.declared, way),
    interval,
    off: declared !== null && (declared < interval[0] || declared > interval[1]),
  }
}

const otherRow = (skill: string, { tries, other }: SkillSeen): ChanceRow => ({
  skill,
  way: OTHER,
  place: null,
  declared: null,
  tries,
  seen: other,
  estimate: null,
  interval: chanceInterval({ tries, seen: other }),
  off: false,
})

const OTHER = 'in no declared way'

/** As a row of a table is written: the numbers of a way, in words. */
export const chanceCells = ({ declared, tries, seen, estimate, interval, off }: ChanceRow) => ({
  declared: declared === null ? '–' : String(declared),
  tries: String(tries),
  seen: String(Math.round(seen * 10) / 10),
  estimate: estimate === null ? '–' : estimate.toFixed(3),
  interval: `${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}`,
  note: off ? 'the declared chance lies outside' : '',
})
