import { worldNamed } from './worlds.js'

/** Writes the worlds of the training orders for generate.py: npx tsx --conditions=source …/dump.ts > worlds.json */
const WORLDS =
  'home tabletop service task-board greenhouse chemistry bakery server_room library_desk laundry warehouse_cell bar'

const dumped = WORLDS.split(' ').map((world) => {
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
})
process.stdout.write(`${JSON.stringify(dumped, null, 1)}\n`)
