import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { decide, type Decision } from '#instructions/decide.js'
import type { Goal } from '#instructions/read/meaning.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import { understand, type Reading } from '#instructions/understand.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { anyStates, gold, meant, type Gold } from './gold.js'

/**
 * How orders are understood that others have written: done as meant, asked about, refused, or, worst, done otherwise.
 *
 *     npx tsx --conditions=source lab/understand/main.ts FILE.jsonl [--show]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false }, top: { type: 'boolean', default: false } },
})
/** Worlds that were written together with their orders, after the reader. */
const HELD_WORLDS = ['greenhouse', 'chemistry', 'ward', 'workshop']
const domains = new Map(
  ['home', 'tabletop', 'service', 'task-board', ...HELD_WORLDS].map((name) => {
    const file = HELD_WORLDS.includes(name)
      ? `lab/understand/worlds/${name}/world.yaml`
      : `worlds/${name}/world.yaml`
    const domain = must(parseDomainText(readFileSync(file, 'utf8'), file), name)
    return [name, { domain, states: anyStates(domain, 500) }] as const
  }),
)
const rows = positionals.flatMap((file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => gold.parse(JSON.parse(line))),
)

const lexicon = loadLexicon()

/** `offered`: what is meant is among the readings that are asked about. */
type Outcome = 'as meant' | 'offered' | 'asked' | 'refused' | 'otherwise'
const table = new Map<string, Map<Outcome, number>>()
for (const row of rows) {
  const outcome = outcomeOf(row)
  for (const key of [row.kind, `${row.kind} in ${row.world}`])
    table.set(
      key,
      new Map([...(table.get(key) ?? []), [outcome.kind, (table.get(key)?.get(outcome.kind) ?? 0) + 1]]),
    )
  if (values.show && !isRight(row, outcome.kind))
    process.stdout.write(
      `${row.kind} ${row.world}: ${row.order}\n   meant ${meaningOf(row)}\n   ${outcome.kind}: ${outcome.text}\n`,
    )
}
const OUTCOMES = ['as meant', 'offered', 'asked', 'refused', 'otherwise'] as const
process.stdout.write(`${'orders'.padEnd(24)}${OUTCOMES.map((name) => name.padStart(12)).join('')}\n`)
for (const [key, counts] of [...table].sort())
  process.stdout.write(
    `${key.padEnd(24)}${OUTCOMES.map((name) => String(counts.get(name) ?? 0).padStart(12)).join('')}\n`,
  )

function isRight({ kind }: Gold, outcome: Outcome): boolean {
  return outcome === (kind === 'goal' ? 'as meant' : kind === 'ask' ? 'asked' : 'refused')
}

function outcomeOf(row: Gold): { readonly kind: Outcome; readonly text: string } {
  const { domain, states } = worldOf(row)
  const same = (one: readonly Goal[], other: readonly string[]): boolean => {
    const own = one.map(({ formula }) => formula)
    return meant(own, domain, states) === meant(other, domain, states)
  }
  const isMeant = ({ goals, never }: Reading): boolean =>
    row.goals !== undefined && same(goals, row.goals) && same(never, row.never)
  const world = spokenWorld(domain, {
    ...(row.speaker === undefined ? {} : { speaker: row.speaker }),
    lexicon,
  })
  if (values.top) {
    const { readings, unclear } = understand(row.order, world)
    const [best] = readings
    return {
      kind:
        unclear === undefined && best !== undefined && isMeant(best)
          ? 'as meant'
          : best === undefined || unclear !== undefined
            ? 'refused'
            : 'otherwise',
      text: describe(best, unclear),
    }
  }
  const decision: Decision = decide(understand(row.order, world), {
    order: row.order,
    domain,
    state: domain.initial,
  })
  switch (decision.kind) {
    case 'refuse':
      return { kind: 'refused', text: decision.why }
    case 'ask':
      return {
        kind: decision.choices.some(({ reading }) => isMeant(reading)) ? 'offered' : 'asked',
        text: `${decision.why}: ${decision.choices.map(({ reading }) => texts(reading.goals)).join(' | ')}`,
      }
    case 'plan':
    case 'holds': {
      const reading = decision.kind === 'plan' ? decision.found.reading : decision.reading
      const { goals, never } = reading
      return {
        kind: row.kind === 'goal' && isMeant(reading) ? 'as meant' : 'otherwise',
        text: `${texts(goals)}${never.length > 0 ? ` never ${texts(never)}` : ''}`,
      }
    }
  }
}

function texts(goals: readonly Goal[]): string {
  return goals.map(({ formula }) => formula).join(' & ')
}

function describe(best: Reading | undefined, unclear: string | undefined): string {
  if (best === undefined) return `[${unclear ?? ''}]`
  const never = best.never.length > 0 ? ` never ${texts(best.never)}` : ''
  const doubt = `${best.isUnsafe ? ' unsafe' : ''} left: ${best.left.join(' ')} [${unclear ?? ''}]`
  return `${texts(best.goals)}${never} ${best.fit.toFixed(2)}${doubt}`
}

function meaningOf({ goals, why, never }: Gold): string {
  return `${goals?.join(' & ') ?? why ?? ''}${never.length > 0 ? ` never ${never.join()}` : ''}`
}

function worldOf({ world }: Gold) {
  const found = domains.get(world)
  if (found === undefined) throw new Error(`there is no world ${world}`)
  return found
}
