import { existsSync, readFileSync } from 'node:fs'
import { loadLexicon } from '#app/world/hear-order.js'
import { must } from '#base/result.js'
import { sequenceOf } from '#instructions/compose/sequence.js'
import { spokenWorld, type SpokenWorld } from '#instructions/spoken-world.js'
import { heardIn } from '#instructions/understand.js'
import { gold, type Gold } from '#lab/understand/gold.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

/**
 * What the composer is trained on: npx tsx --conditions=source …/export.ts FILE… > out.jsonl writes orders as it reads
 * them, and --worlds the worlds of the training orders, for generate.py.
 */
const WORLDS =
  'home tabletop service task-board greenhouse chemistry bakery server_room library_desk laundry warehouse_cell bar'
const FOLDERS = ['worlds', 'lab/understand/worlds']
const known = new Map<string, SpokenWorld>()

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
  const heard = heardIn(order, world)
  const { mentions } = heard
  const { items, at, pairs } = sequenceOf(heard)
  const things = mentions.map(({ candidates, pronoun }) =>
    pronoun === undefined || pronoun === 'any' ? candidates.map(({ thing }) => thing) : [],
  )
  const pronouns = mentions.map(({ pronoun }) => pronoun ?? '')
  const meant = { world: name, kind, speakers: world.speakers, goals, never, before }
  return { ...meant, things, pronouns, items, at, pairs }
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
  const file = FOLDERS.map((folder) => `${folder}/${name}/world.yaml`).find((each) => existsSync(each)) ?? ''
  const domain = must(parseDomainText(readFileSync(file, 'utf8'), file), name)
  return spokenWorld(domain, { lexicon: loadLexicon(), ...(speaker !== undefined && { speaker }) })
}
