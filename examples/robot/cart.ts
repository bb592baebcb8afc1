// npm run build && npx tsx examples/robot/cart.ts [SOCKET]
import { setTimeout as sleep } from 'node:timers/promises'
import { defineRobot, formatDiagnostic, serveRobot } from 'graft/robot'

/** Your robot's library; this one only pretends. */
class Cart {
  speed = 0
  x = 0
  closed = false
}

const PLACES = { dock: 0, table: 0.4, shelf: 0.9 } as const
const STEP_MS = 20
const cart = new Cart()

const robot = defineRobot({
  name: 'cart',
  stopMs: 300,
  heartbeatMs: 400,
  skills: {
    Drive: {
      params: { place: ['dock', 'table', 'shelf'] },
      timeoutMs: 20_000,
      run: async ({ place }, { signal, progress }) => {
        const [start, goal] = [cart.x, PLACES[place]]
        cart.speed = goal > start ? 0.5 : -0.5
        while (Math.abs(cart.x - goal) > 0.015) {
          // throws when the motion must end: let it pass
          await sleep(STEP_MS, undefined, { signal })
          cart.x += (cart.speed * STEP_MS) / 1000
          progress(1 - Math.abs(cart.x - goal) / Math.abs(goal - start))
        }
        cart.speed = 0
      },
    },
    Grip: {
      params: { closed: 'boolean' },
      timeoutMs: 3000,
      run: async ({ closed }, { signal }) => {
        await sleep(200, undefined, { signal })
        cart.closed = closed
      },
    },
  },
  facts: ['at', 'holding'],
  observe: () => {
    const near = Object.entries(PLACES).find(([, x]) => Math.abs(cart.x - x) < 0.02)
    return { facts: { at: near?.[0] ?? 'none', holding: cart.closed } }
  },
  stop: () => {
    cart.speed = 0
  },
})

const path = process.argv[2]
const served = await serveRobot(robot, path === undefined ? 'stdio' : { path })
if (!served.ok) {
  console.error(formatDiagnostic(served.error))
  process.exitCode = 2
}
