import { readFileSync } from 'node:fs'
import { spokenWorld } from '#instructions/spoken-world.js'
import { understand, type Understood } from '#instructions/understand.js'
import { parseLexicon, type Lexicon } from '#instructions/words/lexicon.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import { projectFile } from '#documents/read-text-file.js'

/** An order, where it is given, and by whom. */
export interface HeardOrder {
  readonly order: string
  readonly domain: DataDomain
  /** what is believed now */
  readonly state: Fluents
  /** who gives it, by the name that the world has for that person */
  readonly speaker?: string | undefined
}

/** What an order may mean in a world, read by rule (docs/instructions.md). */
export function readOrder({ order, domain, state, speaker }: HeardOrder): Understood {
  const said = speaker === undefined ? {} : { speaker }
  return understand(order, spokenWorld(domain, { ...said, state, lexicon: loadLexicon() }))
}

let lexicon: Lexicon | undefined

/** The words of config/words, read once; they ship with graft. */
export function loadLexicon(): Lexicon {
  const text = (name: string): string => readFileSync(projectFile(`config/words/${name}.txt`), 'utf8')
  lexicon ??= parseLexicon(text('nouns'), text('verbs'))
  return lexicon
}
