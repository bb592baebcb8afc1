import { existsSync, readFileSync } from 'node:fs'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { TWO } from '#instructions/compose/claims.js'
import { sequenceOf } from '#instructions/compose/sequence.js'
import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import { heardIn, listsApart } from '#instructions/understand.js'
import { meaningsIn } from '#instructions/meanings.js'
import { gold, type Gold } from '#lab/understand/orders.js'
import type { DataDomain } from '#worlds/assemble.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { sharesOf, targetOf, type Target } from './targets.js'

/**
 * What the composer is trained on: npx tsx --conditions=source …/export.ts FILE… > out.jsonl writes orders as it reads
 * them, and --worlds the worlds of the training orders, for generate.py.
 */
const WORLDS =
  'home tabletop service task-board greenhouse chemistry bakery server_room library_desk laundry warehouse_cell bar ' +
  'flower_shop hotel_floor recycling_yard cinema film_set radio_studio'
const FOLDERS = ['worlds', 'lab/understand/worlds']
const known = new Map<string, SpokenWorld>()
const domains = new Map<string, DataDomain>()

const [first, ...others] = process.argv.slice(2)
if (first === '--worlds') print(WORLDS.split(' ').map(dumped))
else
  for (const file of [first ?? '', ...others])
    for (const line of readFileSync(file, 'utf8').trim().split('\n'))
      print(exported(gold.parse(JSON.parse(line))))

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

function exported({ world: name, speaker, order, kind, goals = [], never, before }: Gold): unknown {
  const heard = listsApart(heardIn(order, worldNamed(name, speaker)))
  const target =
    kind === 'goal' ? targetOf(heard, { goals, never, before }, meaningsIn(domainNamed(name))) : undefined
  return {
    world: name,
    kind,
    ...sequenceOf(heard),
    target: target === undefined ? null : labelsOf(target, heard.mentions.length),
  }
}

/** What is to be said of each mention and of each pair, by number: what is certain of the shares of an order. */
function labelsOf({ claims, before }: Target, mentions: number) {
  const { one, two } = sharesOf(claims, mentions)
  const certain = (shares: readonly number[]): number[] => [...shares.keys()].filter((at) => shares[at] === 1)
  return {
    ones: one.flatMap((shares, mention) => certain(shares).map((label) => [mention, label])),
    twos: [
      ...two.flatMap((row, what) =>
        row.flatMap((shares, where) => certain(shares).map((label) => [what, where, label])),
      ),
      ...before.map(([first, then]) => [first + 1, then + 1, TWO.indexOf('before')]),
    ],
  }
}

function dumped(world: string): unknown {
  const { speakers, things, kinds, frames, states, valuesOf } = worldNamed(world)
  return {
    world,
    speakers,
    things: things.map(({ name, calls }) => ({ name, calls: calls.map(({ words }) => words.join(' ')) })),
    kinds: kinds.map(({ name, members }) => ({ name, members })),
    frames: frames.map(({ form, verbs, goal, ports }) => ({
      form,
      verbs,
      goal,
      ports: ports.map(({ name, values }) => ({ name, values: [...values] })),
    })),
    states: states.map((state) => ({ ...state, values: [...state.values] })),
    where: Object.fromEntries(things.map(({ name }) => [name, valuesOf(name)])),
  }
}

/** A world of the repository as people speak of it. */
function worldNamed(name: string, speaker?: string): SpokenWorld {
  const key = `${name} ${speaker ?? ''}`
  const made = known.get(key) ?? make(name, speaker)
  known.set(key, made)
  return made
}

function make(name: string, speaker: string | undefined): SpokenWorld {
  return spokenWorld(domainNamed(name), { lexicon: loadLexicon(), ...(speaker !== undefined && { speaker }) })
}

function domainNamed(name: string): DataDomain {
  const file = FOLDERS.map((folder) => `${folder}/${name}/world.yaml`).find((each) => existsSync(each)) ?? ''
  const domain = domains.get(name) ?? must(parseDomainText(readFileSync(file, 'utf8'), file), name)
  domains.set(name, domain)
  return domain
}
