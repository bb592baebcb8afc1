import {
  defineAction,
  defineAsyncAction,
  defineStatefulAction,
  defineType,
  DOUBLE,
  input,
  output,
  STRING,
  vectorType,
} from 'graft/bt'
import { distance, type Place, type World } from './world.js'

const PLACE = defineType<Place>({
  name: 'Place',
  parse(text) {
    const [x, y] = text.split(';').map(Number)
    if (x === undefined || y === undefined || Number.isNaN(x + y)) throw new Error('write x;y in metres')
    return { x, y }
  },
  format: ({ x, y }) => `${x};${y}`,
})
const PATH = vectorType(PLACE)

/** Takes a picture and returns its name. It may take a while; `signal` cancels it. */
export type Camera = (at: Place, signal: AbortSignal) => Promise<string>

/** The nodes of this robot. */
export const robotNodes = (world: World, camera: Camera) => [
  defineAction({
    id: 'PlanPath',
    ports: { goal: input(PLACE), path: output(PATH, 'from here to the goal') },
    tick(ctx) {
      world.log.push('plan')
      ctx.set('path', [world.at, ctx.get('goal')])
      return 'SUCCESS'
    },
  }),

  defineStatefulAction({
    id: 'FollowPath',
    ports: { path: input(PATH), speed: input(DOUBLE, { default: 1, description: 'm/s' }) },
    state: () => ({ since: 0 }),
    start(ctx) {
      ctx.state.since = ctx.now()
      return 'RUNNING'
    },
    run(ctx) {
      // read at every tick: the planner may have written a better path
      const goal = ctx.get('path').at(-1) ?? world.at
      const moved = world.step(goal, (ctx.get('speed') * (ctx.now() - ctx.state.since)) / 1000)
      ctx.state.since = ctx.now()
      if (moved === 'blocked')
        return ctx.fail(`blocked ${distance(world.at, goal).toFixed(1)} m before the goal`)
      if (moved === 'moving') return 'RUNNING'
      world.log.push(`at ${goal.x};${goal.y}`)
      return 'SUCCESS'
    },
    halt: () => void world.log.push('stop'),
  }),

  defineAction({
    id: 'ClearMap',
    tick() {
      world.log.push('clear map')
      world.ghosts.length = 0
      return 'SUCCESS'
    },
  }),

  defineAction({
    id: 'BackUp',
    ports: { distance: input(DOUBLE, { default: 0.3, description: 'm' }) },
    tick(ctx) {
      world.log.push('back up')
      world.at = { x: world.at.x - ctx.get('distance'), y: world.at.y }
      return 'SUCCESS'
    },
  }),

  defineAsyncAction({
    id: 'TakePicture',
    ports: { picture: output(STRING) },
    async run(ctx, signal) {
      const picture = await camera(world.at, signal)
      ctx.set('picture', picture)
      world.log.push(picture)
      return 'SUCCESS'
    },
  }),
]
