// @ts-check
// The driver of courier: makes one robot move and see. The class at the top stands for your robot's own library.
import { setTimeout as sleep } from 'node:timers/promises'
import { defineRobot, serveRobot } from 'graft/robot'

class Cart {
  x = 0
  speed = 0
  location = { mug: 'shelf', book: 'shelf' }

  /** where it stands */
  get place() {
    return Object.entries(PLACES).find(([, x]) => Math.abs(this.x - x) < 0.02)?.[0] ?? 'none'
  }
}

/** metres along the rail */
const PLACES = { dock: 0, shelf: 0.3, table: 0.6 }
const STEP_MS = 20
const body = new Cart()

const robot = defineRobot({
  name: 'courier',
  stopMs: 300,
  heartbeatMs: 1000,
  skills: {
    Drive: {
      params: { place: ['dock', 'shelf', 'table'] },
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
    Pick: {
      params: { item: ['mug', 'book'] },
      timeoutMs: 5000,
      run: async ({ item }, { signal }) => {
        await sleep(200, undefined, { signal })
        if (body.location[item] !== body.place)
          throw new Error(`the gripper closed on nothing, the ${item} is not here`)
        body.location[item] = 'gripper'
      },
    },
    Place: {
      params: { item: ['mug', 'book'], place: ['dock', 'shelf', 'table'] },
      timeoutMs: 5000,
      run: async ({ item, place }, { signal }) => {
        await sleep(200, undefined, { signal })
        if (body.location[item] !== 'gripper') throw new Error(`the gripper does not hold the ${item}`)
        body.location[item] = place
      },
    },
  },
  facts: ['at', 'location'],
  observe: () => {
    const { mug, book } = body.location
    return { facts: { at: body.place, 'location(mug)': mug, 'location(book)': book } }
  },
  stop: () => {
    body.speed = 0
  },
})

await serveRobot(robot)
