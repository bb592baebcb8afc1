import { readFileSync } from 'node:fs'
import { sequenceOf } from '#instructions/compose/sequence.js'
import { corrected } from '#instructions/read/corrections.js'
import { mentionsIn } from '#instructions/read/mentions.js'
import { tokensOf } from '#instructions/words/tokens.js'
import { gold } from '../../../understand/gold.js'
import { worldNamed } from './worlds.js'

/** Writes orders as the composer reads them: npx tsx --conditions=source …/export.ts FILE… > out.jsonl */
for (const file of process.argv.slice(2))
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const row = gold.parse(JSON.parse(line))
    const world = worldNamed(row.world, row.speaker)
    const tokens = corrected(tokensOf(row.order), world)
    const mentions = mentionsIn(tokens, world)
    const { items, at, pairs } = sequenceOf(tokens, mentions, world)
    const things = mentions.map(({ candidates, pronoun }) =>
      pronoun === undefined || pronoun === 'any' ? candidates.map(({ thing }) => thing) : [],
    )
    const { kind, goals = [], never, before } = row
    const meant = { world: row.world, kind, speakers: world.speakers, goals, never, before }
    const pronouns = mentions.map(({ pronoun }) => pronoun ?? '')
    process.stdout.write(`${JSON.stringify({ ...meant, things, pronouns, items, at, pairs })}\n`)
  }
