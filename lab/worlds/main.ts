import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { markdownTable } from '#lab/bench/answer.js'
import { runMutants, type Mutant } from './run-mutants.js'
import { readWritten } from './written.js'

/**
 * Mutates worlds so that they mean something else, and counts how many of the mutants `graft world check` finds: alone,
 * and with the `expect.yaml` of the world before.
 *
 *     npx tsx lab/worlds/main.ts [--count 500] [--seed 1] [--limit 300] [--worlds lift,home] [--missed] [--json]
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    /** states that each check looks at */
    limit: { type: 'string', default: '300' },
    worlds: { type: 'string', default: '' },
    /** lists the mutants that were not found */
    missed: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const root = fileURLToPath(new URL('../..', import.meta.url))
const FOREIGN = ['warehouse', 'pipetting', 'greenhouse', 'kitchen', 'lift', 'hospital']
const FOLDERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(FOREIGN.map((name) => [name, `test/worlds/foreign/${name}`])),
  'task-board': 'worlds/task-board',
  service: 'worlds/service',
  home: 'worlds/home',
}
const names = values.worlds === '' ? Object.keys(FOLDERS) : values.worlds.split(',')
const originals = names.map((name) => readWritten(name, join(root, FOLDERS[name] ?? name)))
const options = { count: Number(values.count), seed: Number(values.seed), limit: Number(values.limit) }
const { mutants, same, sameFound } = await runMutants(originals, options, (_, n) => {
  if (n % 25 === 0) process.stderr.write(`${n} of ${options.count} mutants\n`)
})

const share = (some: number, all: number): string =>
  all === 0 ? '–' : `${((100 * some) / all).toFixed(1)} %`
const found = (of: readonly Mutant[]): number => of.filter((one) => one.found).length
const alone = (of: readonly Mutant[]): number => of.filter((one) => one.alone).length
const rows = (by: 'kind' | 'world'): string[][] =>
  [...new Set(mutants.map((one) => one[by]))].map((name) => {
    const of = mutants.filter((one) => one[by] === name)
    return [name, String(of.length), share(alone(of), of.length), share(found(of), of.length)]
  })
const say = (text: string): void => void process.stdout.write(`${text}\n`)
for (const by of ['kind', 'world'] as const)
  say(`${markdownTable([by, 'mutants', 'found alone', 'with expect.yaml'], rows(by))}\n`)
if (values.missed)
  for (const { world, kind, what, difference } of mutants.filter((one) => !one.found))
    say(`missed: ${world}, ${kind}: ${what}\n        ${difference}`)
say(
  `${mutants.length} mutants mean something else: ` +
    `${alone(mutants)} found alone (${share(alone(mutants), mutants.length)}), ` +
    `${found(mutants)} with expect.yaml (${share(found(mutants), mutants.length)}); ` +
    `${same} more mean the same, and of ${sameFound} of these something was said`,
)
if (values.json)
  say(
    JSON.stringify({
      mutants: mutants.length,
      aloneShare: alone(mutants) / mutants.length,
      foundShare: found(mutants) / mutants.length,
      same,
      sameFound,
    }),
  )
