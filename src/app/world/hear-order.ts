import { readFileSync } from 'node:fs'
import { composedReadings, type ComposedReading } from '#instructions/compose/composed.js'
import { joined } from '#instructions/compose/join.js'
import type { Goal } from '#instructions/read/meaning.js'
import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import {
  heardIn,
  listsApart,
  understandHeard,
  type Heard,
  type Reading,
  type Understood,
} from '#instructions/understand.js'
import { sayState } from '#instructions/wording.js'
import { parseLexicon, type Lexicon } from '#instructions/words/lexicon.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import { projectFile } from '#documents/read-text-file.js'
import type { Composer } from '#language/composer/onnx-composer.js'
import { loadComposer } from './load-composer.js'

/** An order, where it is given, and by whom. */
export interface HeardOrder {
  readonly order: string
  readonly domain: DataDomain
  /** what is believed now */
  readonly state: Fluents
  /** who gives it, by the name that the world has for that person */
  readonly speaker?: string | undefined
}

/** What an order may mean, and what is wrong with the composer: without it every reading is in doubt. */
export interface ReadOrder {
  readonly understood: Understood
  readonly problem?: Diagnostic
}

/** What an order may mean in a world, by the rules and by the composer that ships (docs/instructions.md). */
export function readOrder({ order, domain, state, speaker }: HeardOrder): Promise<ReadOrder> {
  const said = speaker === undefined ? {} : { speaker }
  return readHeard(heardIn(order, spokenWorld(domain, { ...said, state, lexicon: loadLexicon() })))
}

/** The same of an order whose things have been found. */
export async function readHeard(heard: Heard): Promise<ReadOrder> {
  const byRule = understandHeard(heard)
  const composer = await loadComposer()
  const composed = composer.ok ? await composeOrder(heard, composer.value) : composer
  const readings = composed.ok ? composed.value : []
  const network = readings[0] && worded(readings[0], heard.world)
  const { named = [], immovable, unclear } = byRule
  const rules = unclear === undefined ? byRule.readings[0] : undefined
  const both = joined(byRule, readings, heard.world)
  const understood = {
    ...both,
    readings: both.readings.map((reading) => worded(reading, heard.world)),
    ...{ named, immovable, readBy: { rules, unclear, network } },
  }
  return composed.ok ? { understood } : { understood, problem: composed.error }
}

/** With what is said of one thing without naming it in plain words, whoever has read it. */
function worded(reading: Reading, { states }: SpokenWorld): Reading {
  const inWords = (goal: Goal): Goal => ({ ...goal, text: sayState(goal.formula, states) ?? goal.text })
  const { goals, never, assumes } = reading
  return {
    ...reading,
    ...{ goals: goals.map(inWords), never: never.map(inWords), assumes: assumes.map(inWords) },
  }
}

/** What an order means by what the composer has learnt: the likeliest reading first; none where it names nothing. */
export async function composeOrder(
  heard: Heard,
  composer: Composer,
): Promise<Result<readonly ComposedReading[], Diagnostic>> {
  const apart = listsApart(heard)
  if (apart.mentions.length === 0) return ok([])
  const shares = await composer.compose(apart)
  if (!shares.ok) return shares
  return ok(shares.value === undefined ? [] : composedReadings(apart, shares.value))
}

let lexicon: Lexicon | undefined

/** The words of config/words, read once; they ship with graft. */
export function loadLexicon(): Lexicon {
  const text = (name: string): string => readFileSync(projectFile(`config/words/${name}.txt`), 'utf8')
  lexicon ??= parseLexicon(text('nouns'), text('verbs'))
  return lexicon
}
