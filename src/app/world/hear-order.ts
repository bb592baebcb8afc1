import { readFileSync } from 'node:fs'
import { composedReadings, type ComposedReading } from '#instructions/compose/composed.js'
import { joined } from '#instructions/compose/join.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import {
  heardIn,
  listsApart,
  understandHeard,
  type Heard,
  type Understood,
} from '#instructions/understand.js'
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
  const understood = joined(byRule, composed.ok ? composed.value : [], heard.world.meanings)
  return composed.ok ? { understood } : { understood, problem: composed.error }
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
