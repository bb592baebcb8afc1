import type { SpokenWorld } from '../spoken-world.js'
import type { Token } from '../words/tokens.js'
import { isKnownVerb } from '../words/verbs.js'
import { range, type Clause } from './clauses.js'
import type { Part, Said } from './meaning.js'
import type { Mention } from './mentions.js'
import { resolved } from './pronouns.js'

/** A clause with its mentions, and the words that name nothing. */
export function partOf(
  tokens: readonly Token[],
  clause: Clause,
  mentions: readonly Mention[],
  { world, said }: { readonly world: SpokenWorld; readonly said: Said },
): Part {
  const own = mentions.filter(({ from, to }) => from >= clause.from && to <= clause.to)
  const inside = new Set(own.flatMap(({ from, to }) => range(from, to)))
  const words = range(clause.from, clause.to).filter((at) => !inside.has(at))
  const named = frontedFirst(own, words, tokens)
  return {
    tokens,
    clause,
    mentions: named.map((mention) => whereItIs(resolved(mention, world, said), tokens, world)),
    words,
    world,
    said,
    isWhole: mentions.length === own.length,
  }
}

/** `the apple, can you put it in the fridge`: what stands before the verb is what `it` is. */
function frontedFirst(
  mentions: readonly Mention[],
  words: readonly number[],
  tokens: readonly Token[],
): readonly Mention[] {
  const [first, ...rest] = mentions
  const again = rest.find(({ pronoun, prep }) => (pronoun === 'it' || pronoun === 'them') && prep !== 'to')
  if (first === undefined || again === undefined || first.prep !== undefined || first.pronoun !== undefined)
    return mentions
  const acts = words.some(
    (at) => at < first.from && isKnownVerb(tokens[at]?.stem ?? '') && tokens[at]?.text !== 'need',
  )
  if (acts) return mentions
  const { from, to, prep, prepWord } = again
  const fronted = { ...first, from, to, prep, prepWord, also: range(first.from, first.to) }
  return rest.map((one) => (one === again ? fronted : one))
}

/** `where the medicine is` names the place that it has. */
function whereItIs(mention: Mention, tokens: readonly Token[], world: SpokenWorld): Mention {
  if (tokens[mention.from - 1]?.text !== 'where') return mention
  const first = [...mention.candidates].sort((a, b) => b.fit - a.fit)[0]
  const [place] = first === undefined ? [] : world.valuesOf(first.thing)
  const next = tokens[mention.to]?.stem
  if (place === undefined || (next !== 'be' && next !== 'live' && next !== 'belong')) return mention
  const words = [mention.to, ...(tokens[mention.to + 1]?.stem === 'keep' ? [mention.to + 1] : [])]
  return { ...mention, candidates: [{ thing: place, fit: 0.9 }], prep: 'to', prepWord: 'where', also: words }
}
