import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import type { Evidence, Reading, Source } from '#worlds/run/judgement.js'
import { hint, listNames, quote, suggestion } from '#worlds/problems.js'
import { formatValue, normalFact, UNKNOWN, valueOrUnknown, valuesOf, type Sort } from '#worlds/value.js'

/** What somebody says of one fact. */
export interface Reported {
  /** as in the world language: `location(mug)` */
  readonly fact: string
  readonly value: unknown
  /** how often such a reading is right, 0…1 */
  readonly confidence: number
}

export interface Gathered {
  readonly evidence: Evidence
  /** readings that were left out, and why */
  readonly problems: readonly Diagnostic[]
}

/**
 * Takes the word of sensors first, and that of pictures for what no sensor tells. Of two readings from one source the
 * surer counts, of equally sure ones the later. What is no reading of this world is left out and reported.
 * @param sorts the possible values of every fact
 */
export function gather(
  sorts: ReadonlyMap<string, Sort>,
  readings: Readonly<Record<Source, readonly Reported[]>>,
): Gathered {
  const evidence = new Map<string, Reading>()
  const problems: Diagnostic[] = []
  for (const source of ['sensor', 'sight'] as const)
    for (const reported of readings[source]) {
      const read = readingOf(reported, source, sorts)
      if ('code' in read) problems.push(read)
      else if (read.value !== UNKNOWN && counts(read, evidence.get(read.fact))) evidence.set(read.fact, read)
    }
  return { evidence, problems }
}

/** What was reported in place of a value, in words: an object may refuse to be made a string. */
function written(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}

const counts = (read: Reading, known: Reading | undefined): boolean =>
  known === undefined || (known.source === read.source && read.confidence >= known.confidence)

function readingOf(
  { fact: name, value, confidence }: Reported,
  source: Source,
  sorts: ReadonlyMap<string, Sort>,
): Reading | Diagnostic {
  const fact = normalFact(name)
  const sort = sorts.get(fact)
  if (sort === undefined)
    return problem('detector.unknown-fact', `there is no fact ${quote(name)} in this world`, {
      expected: listNames(sorts.keys()),
      got: quote(name),
      ...hint(suggestion(didYouMean(fact, sorts.keys()))),
    })
  if (!(confidence >= 0 && confidence <= 1))
    return problem('detector.confidence', `the confidence of ${fact} is no share`, {
      expected: 'a number from 0 to 1',
      got: String(confidence),
      hint: 'it says how often such a reading is right',
    })
  const known = valueOrUnknown(sort, value)
  if (known === undefined)
    return problem('detector.value', `${fact} cannot be ${quote(written(value))}`, {
      expected:
        sort.kind === 'number' ? `${sort.min}..${sort.max}` : listNames(valuesOf(sort).map(formatValue)),
      got: quote(written(value)),
      hint: 'leave out what has not been seen, or write unknown',
    })
  return { fact, value: known, confidence, source }
}

/** A reading that is left out is no reason to stop: others may tell. */
const problem = (
  code: string,
  message: string,
  more: Pick<Diagnostic, 'expected' | 'got' | 'hint'>,
): Diagnostic => ({ code, severity: 'warning', message, ...more })
