import { parseArgs } from 'node:util'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { bestPoints } from '#annotation/best-points.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import type { SkillOutcome } from '#tabletop/skills/run-skill.js'
import { Tabletop } from '#tabletop/tabletop.js'
import { drawClutter, putClutter } from './clutter.js'

/**
 * How often a can is put down among clutter that is drawn: on the fixed spots of a place, and on points that are chosen
 * by sight where no fixed spot is free; with `--first` on such points first, and on fixed spots where there are none.
 *
 *     npm run bench:spots -- --placements 60
 */
const { values } = parseArgs({
  options: {
    placements: { type: 'string', default: '60' },
    seed: { type: 'string', default: 'spots' },
    first: { type: 'boolean', default: false },
  },
})
const mujoco = must(await loadMujoco(), 'MuJoCo')
const HELD = 'can'

/** A table whose arm holds the can; each placement begins with it as it is now. */
function holding(): { readonly table: Tabletop; readonly again: () => void } {
  const options = { start: new Map(), seed: values.seed, spots: { choose: bestPoints, first: values.first } }
  const table = must(Tabletop.create(mujoco, options), 'the table')
  if (finished(table, 'Pick', { item: HELD, speed: 100 }).status !== 'ok')
    throw new Error(`no ${HELD} is held`)
  const { qpos, qvel } = table.physics.arrays
  const [positions, speeds, held] = [qpos.slice(), qvel.slice(), table.known.held]
  return {
    table,
    again: () => {
      table.physics.arrays.qpos.set(positions)
      table.physics.arrays.qvel.set(speeds)
      table.known.items.clear()
      table.known.held = held
      // the drives hold the arm where it now is, and the fingers close on what they hold
      table.halt()
    },
  }
}

function finished(table: Tabletop, skill: string, params: Record<string, string | number>): SkillOutcome {
  table.begin(skill, params)
  for (;;) {
    table.step(10)
    const outcome = table.outcome()
    if (outcome !== undefined) return outcome
  }
}

/** What came of one placement, by MuJoCo's own state. */
interface Placed {
  readonly stands: boolean
  readonly isSeen: boolean
  readonly why: string
}

function placed({ table, again }: ReturnType<typeof holding>, index: number): Placed {
  const clutter = drawClutter(values.seed, index)
  again()
  putClutter(table, clutter, stream(`${values.seed} ${index}`, 'turns'))
  table.step(400)
  const before = new Map([...clutter.things.keys()].map((name) => [name, table.physics.item(name).position]))
  const outcome = finished(table, 'Place', { item: HELD, place: clutter.where, speed: 100 })
  const pushed = [...before].filter(([name, [x, y]]) => {
    const [nowX, nowY] = table.physics.item(name).position
    return Math.hypot(nowX - x, nowY - y) > MOVED
  })
  const isThere = table.truth().get(`location(${HELD})`) === clutter.where
  return {
    stands: outcome.status === 'ok' && isThere && pushed.length === 0,
    isSeen: outcome.status === 'ok' && outcome.reason !== undefined,
    why: `${clutter.where}: ${outcome.reason ?? outcome.status}${pushed.map(([name]) => `, moved ${name}`).join('')}`,
  }
}

/** What stood there has moved by more than that: it was pushed, metres. */
const MOVED = 0.005

const held = holding()
const count = Number(values.placements)
let [onFixed, bySight] = [0, 0]
for (let index = 0; index < count; index++) {
  const { stands, isSeen, why } = placed(held, index)
  if (stands && isSeen) bySight++
  if (stands && !isSeen) onFixed++
  process.stdout.write(`${index + 1} ${stands ? 'stands' : 'failed'} ${why}\n`)
}
held.table.close()
// with sight last those on fixed spots are what the arm does without sight: up to there it does the same
process.stdout.write(
  `of ${count} stand ${onFixed + bySight}: ${onFixed} on fixed spots, ${bySight} by sight\n`,
)
