import { stream } from '#base/random.js'
import { Meaning } from './meaning.js'
import { MUTATIONS } from './structure.js'
import { Workshop, type Said } from './detect.js'
import type { Original, Written } from './written.js'

/** What became of one mutant whose meaning is another. */
export interface Mutant {
  readonly world: string
  readonly kind: string
  readonly what: string
  /** by loading and proving alone, without `expect.yaml` */
  readonly alone: boolean
  /** with it */
  readonly found: boolean
  readonly difference: string
}

export interface MutantsRun {
  readonly mutants: readonly Mutant[]
  /** mutants that mean the same as far as the second evaluator can see */
  readonly same: number
  /** of these, those of which the check said something all the same */
  readonly sameFound: number
}

interface Subject {
  readonly original: Original
  readonly workshop: Workshop
  readonly meaning: Meaning
  readonly states: ReturnType<Meaning['walk']>
  readonly said: Said
}

/** Makes mutants of worlds, in turn of worlds and kinds, until so many mean something else. */
export async function runMutants(
  originals: readonly Original[],
  { count, seed, limit }: { readonly count: number; readonly seed: number; readonly limit: number },
  onMutant: (mutant: Mutant, n: number) => void = () => undefined,
): Promise<MutantsRun> {
  const subjects: Subject[] = []
  for (const original of originals) subjects.push(await prepare(original, limit))
  const rng = stream('mutants', seed)
  const kinds = Object.entries(MUTATIONS)
  const seen = new Set<string>()
  const mutants: Mutant[] = []
  let [same, sameFound] = [0, 0]
  for (let turn = 0; mutants.length < count && turn < 40 * count; turn++) {
    const subject = subjects[turn % subjects.length] as Subject
    const [kind, mutate] = kinds[Math.floor(turn / subjects.length) % kinds.length] as (typeof kinds)[number]
    const files = copyOf(subject.original)
    const what = mutate(files, rng)
    if (what === undefined || seen.has(subject.original.name + JSON.stringify(files))) continue
    seen.add(subject.original.name + JSON.stringify(files))
    const said = await subject.workshop.check(files)
    const alone = !said.loads || [...said.problems].some((problem) => !subject.said.problems.has(problem))
    const found = alone || said.unexpected > 0
    // a file that is refused as no world at all has no meaning any more
    const difference = said.loads ? differenceOf(subject, files) : 'it is refused'
    if (difference === undefined) {
      same++
      if (found) sameFound++
      continue
    }
    const mutant = { world: subject.original.name, kind, what, alone, found, difference }
    mutants.push(mutant)
    onMutant(mutant, mutants.length)
  }
  for (const { workshop } of subjects) workshop.done()
  return { mutants, same, sameFound }
}

async function prepare(original: Original, limit: number): Promise<Subject> {
  const workshop = new Workshop(original, limit)
  const said = await workshop.begin()
  if (!said.loads || said.unexpected > 0)
    throw new Error(
      `${original.name} itself: ${[...said.problems].join('; ')}, ${said.unexpected} unexpected`,
    )
  const meaning = new Meaning(original)
  return { original, workshop, meaning, states: meaning.walk(1, STATES), said }
}

/** States of each of the two worlds in which they are compared. */
const STATES = 150

function differenceOf({ meaning, states }: Subject, files: Written): string | undefined {
  try {
    const other = new Meaning(files)
    return meaning.differs(other, states) ?? meaning.differs(other, other.walk(2, STATES))
  } catch (cause) {
    return `the second evaluator cannot read it: ${String(cause)}`
  }
}

const copyOf = ({ world, tasks }: Original): Written => structuredClone({ world, tasks })
