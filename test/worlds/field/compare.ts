import type { Rng } from '#base/random.js'
import type { WorldState } from '#twin/field/world.js'
import type { DataDomain } from '#worlds/assemble.js'
import { formatValue, type Fluents } from '#worlds/value.js'
import { anyBelief, anyStep, disturbed } from './beliefs.js'
import { map } from './documents.js'
import { asDocument, sharedFacts } from './shared-facts.js'
import { documentVerdict, twinVerdict, type StepVerdict } from './verdicts.js'

/** How often each comparison was made: what was never compared has proved nothing. */
export class Counts {
  allowed = 0
  refused = 0
  /** the document refuses what the twin takes for done: between docks, where it knows no nearest load zone */
  stricter = 0
  /** of the steps that both allow: what sensors might show, and both take it for done or not */
  done = 0
  undone = 0
  /** the checks by which the document refused */
  readonly checks = new Set<string>()
}

/** Draws a belief and a step, and holds the document to what the twin says of them: the differences, if any. */
export function compare(rng: Rng, skill: string, domain: DataDomain, counts: Counts): readonly string[] {
  const state = anyBelief(rng, map, skill)
  const step = anyStep(rng, skill, state)
  const facts = sharedFacts(state, map, domain)
  const twin = twinVerdict(step, state, map)
  const document = documentVerdict(asDocument(step), facts, domain)
  const found = differences({ skill, isBetween: facts.get('at') === 'none', twin, document }, counts)
  if (found.length === 0 && twin.ok && document.ok)
    found.push(
      ...factsThatDiffer(document.after, sharedFacts(twin.after, map, domain)),
      ...expectations({ twin, document }, disturbed(rng, map, twin.after), domain, counts),
    )
  if (found.length > 0) found.push(JSON.stringify({ step, state: { ...state, zones: [...state.zones] } }))
  return found
}

interface Verdicts {
  readonly twin: StepVerdict<WorldState>
  readonly document: StepVerdict<Fluents>
}

/** What the verdicts themselves differ in. */
function differences(
  { skill, isBetween, twin, document }: Verdicts & { readonly skill: string; readonly isBetween: boolean },
  counts: Counts,
): string[] {
  if (!document.ok) counts.checks.add(document.checkId)
  if (twin.ok && !document.ok && isBetween) {
    counts.stricter++
    const mayBe = skill === 'LoadBlocks' && twin.idle
    return mayBe ? [] : [`between docks the document refuses by ${document.checkId}`]
  }
  counts[twin.ok ? 'allowed' : 'refused']++
  if (twin.ok !== document.ok) return [`the document ${inWords(document)}, the twin ${inWords(twin)}`]
  if (twin.ok && document.ok && twin.idle !== document.idle)
    return ['only one of them has nothing left to do']
  // between docks the twin looks at the nearest zone, so that another check may be the first to fail
  if (!twin.ok && !document.ok && !isBetween && twin.checkId !== document.checkId)
    return [`the document ${inWords(document)}, the twin ${inWords(twin)}`]
  return []
}

const inWords = <S>(verdict: StepVerdict<S>): string =>
  verdict.ok ? 'allows it' : `refuses it by ${verdict.checkId}`

const factsThatDiffer = (document: Fluents, twin: Fluents): string[] =>
  [...twin]
    .filter(([fact, value]) => document.get(fact) !== value)
    .map(([fact, value]) => `${fact}: ${String(document.get(fact))}, and the twin says ${formatValue(value)}`)

/** Whether both take a step for done, or not done, when the sensors show this. */
function expectations(
  { twin, document }: Verdicts,
  seen: WorldState,
  domain: DataDomain,
  counts: Counts,
): string[] {
  if (!twin.ok || !document.ok) return []
  const isDone = twin.isDone(seen)
  counts[isDone ? 'done' : 'undone']++
  return document.isDone(sharedFacts(seen, map, domain)) === isDone ? [] : [`done for the twin: ${isDone}`]
}
