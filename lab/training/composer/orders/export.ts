import { existsSync, readFileSync } from 'node:fs'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { atomsOf } from '#instructions/compose/atoms.js'
import { sequenceOf } from '#instructions/compose/sequence.js'
import { thingFeatures } from '#instructions/compose/things.js'
import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import { heardIn, listsApart } from '#instructions/understand.js'
import { gold, type Gold } from '#lab/understand/orders.js'
import { predicateFeatures } from '#language/composer/encode.js'
import type { DataDomain } from '#worlds/assemble.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { targetOf } from './targets.js'

/**
 * What the composer is trained on: npx tsx --conditions=source …/export.ts FILE… > out.jsonl writes orders as it reads
 * them, each with its world where that is the first one in it, and --worlds the worlds of the training orders, for
 * generate.py.
 */
const WORLDS =
  'home tabletop service task-board greenhouse chemistry bakery server_room library_desk laundry warehouse_cell bar ' +
  'flower_shop hotel_floor recycling_yard cinema film_set radio_studio ' +
  'canteen print_shop toy_store boat_deck school_lab'
const FOLDERS = ['worlds', 'lab/understand/worlds']
const known = new Map<string, SpokenWorld>()
const domains = new Map<string, DataDomain>()
const printed = new Set<SpokenWorld>()

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
  const world = worldNamed(name, speaker)
  const isNew = !printed.has(world)
  printed.add(world)
  const meant = { goals, never, before }
  const target = kind === 'goal' ? targetOf(meant, { world, domain: domainNamed(name) }) : undefined
  return {
    world: `${name} ${speaker ?? ''}`,
    ...(isNew && { about: featuresOf(world) }),
    kind,
    ...sequenceOf(listsApart(heardIn(order, world))),
    target: target ?? null,
  }
}

/** What is the same for all orders in a world. */
function featuresOf(world: SpokenWorld) {
  const { atoms, predicates } = atomsOf(world)
  const { each, pairs } = thingFeatures(world)
  return {
    things: each,
    heads: world.things.map(({ calls }) => calls.map(({ words }) => words.at(-1))),
    pairs,
    predicates: predicates.map(predicateFeatures),
    facts: atoms.map(({ predicate, what = -1, where = -1, isSoNow }) => [
      predicate,
      what,
      where,
      isSoNow === undefined ? 0.5 : Number(isSoNow),
    ]),
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
