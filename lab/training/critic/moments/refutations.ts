import type { Rng } from '#base/random.js'
import type { Claims } from '#learning/field/critic/dialogue/claims.js'
import { ANSWER_LINES, type AnswerLine, type Refuted } from '#learning/field/critic/dialogue/refuted.js'
import { parseAnswer } from '#learning/field/critic/dialogue/answer.js'
import { IMPACTS, type Impact } from '#learning/critic/report.js'

/** how often an example is of the second turn */
const SECOND_TURN = 0.2
/** how often a finding that the picture shows is refuted all the same: the model has to give in */
const GIVE_IN = 0.35

/**
 * What sensors may have refuted of a first answer: some findings that are really there and some that nobody made.
 * Empty in most cases: a first turn.
 */
export function randomRefutations(rng: Rng, answer: string, claims: Claims): Refuted[] {
  if (!rng.chance(SECOND_TURN)) return []
  const found = findingsOf(answer).filter(() => rng.chance(GIVE_IN))
  const invented = Array.from({ length: 1 + rng.int(3) }, (): Refuted => {
    const line = rng.pick(ANSWER_LINES.filter((one) => claims.zones.get(Number(one.slice(1))) !== 'absent'))
    return { line, impact: rng.pick(impactsOf(line)) }
  })
  return ANSWER_LINES.flatMap((line) => {
    const here = [...found, ...invented].filter((one) => one.line === line)
    return here.filter((one, i) => here.findIndex(({ impact }) => impact === one.impact) === i).slice(0, 2)
  })
}

function impactsOf(line: AnswerLine): readonly Impact[] {
  if (line === 'track') return ['shelf']
  if (line === 'robot') return ['navigation', 'final-position']
  if (line === 'stray') return ['placement']
  if (line === 'time') return ['timing']
  return ['orientation', 'placement', 'grasp', 'coverage', 'navigation']
}

function findingsOf(answer: string): Refuted[] {
  if (!parseAnswer(answer).ok) throw new Error(`the teacher wrote what cannot be read: ${answer}`)
  return answer.split(' ; ').flatMap((text) => {
    const [first, ...words] = text.split(' ')
    const line = ANSWER_LINES.find((name) => name === first)
    if (line === undefined) return []
    return IMPACTS.filter((impact) => words.includes(impact)).map((impact) => ({ line, impact }))
  })
}
