// @ts-check
// The driver of rover: makes one robot move and see. The class at the top stands for your robot's own library.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineRobot, serveRobot } from 'graft/robot'

class Rover {
  x = 0
  speed = 0
  lit = false
}

/** metres along the rail */
const PLACES = { dock: 0, gate: 0.4, yard: 0.8 }
const STEP_MS = 20
const body = new Rover()

const robot = defineRobot({
  name: 'rover',
  stopMs: 300,
  heartbeatMs: 1000,
  skills: {
    Drive: {
      params: { place: ['dock', 'gate', 'yard'] },
      timeoutMs: 20_000,
      run: async ({ place }, { signal, progress }) => {
        const [start, goal] = [body.x, PLACES[place]]
        body.speed = goal > start ? 1 : -1
        while (Math.abs(body.x - goal) > 0.015) {
          // throws when the motion must end: let it pass
          await sleep(STEP_MS, undefined, { signal })
          body.x += (body.speed * STEP_MS) / 1000
          progress(1 - Math.abs(body.x - goal) / Math.abs(goal - start))
        }
        body.speed = 0
      },
    },
    Signal: {
      params: { on: 'boolean' },
      timeoutMs: 3000,
      run: async ({ on }, { signal }) => {
        await sleep(100, undefined, { signal })
        body.lit = on
      },
    },
  },
  facts: ['at', 'lit'],
  observe: () => {
    const near = Object.entries(PLACES).find(([, x]) => Math.abs(body.x - x) < 0.02)
    return { facts: { at: near?.[0] ?? 'none', lit: body.lit } }
  },
  stop: () => {
    body.speed = 0
  },
})

await serveRobot(robot)
