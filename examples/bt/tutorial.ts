// The code of docs/bt/custom-nodes.md, in its order.
import {
  BOOL,
  defineAction,
  defineAsyncAction,
  defineCondition,
  defineControl,
  defineDecorator,
  defineEnum,
  defineStatefulAction,
  defineType,
  DOUBLE,
  formatDiagnostic,
  inout,
  input,
  INT32,
  loadTree,
  output,
  STRING,
  type VirtualClock,
} from 'graft/bt'

const Say = defineAction({
  id: 'Say',
  description: 'Says a text, some times over.',
  ports: {
    text: input(STRING, 'what to say'),
    times: input(INT32, { default: 1, description: 'how often' }),
    said: output(INT32, { optional: true }),
  },
  tick(ctx) {
    console.log(ctx.get('text').repeat(ctx.get('times')))
    ctx.set('said', ctx.get('times'))
    return 'SUCCESS'
  },
})

export function firstTree(clock: VirtualClock) {
  const xml = `
    <root BTCPP_format="4">
      <BehaviorTree ID="Main">
        <Sequence>
          <Say text="hello" said="{count}"/>
          <Say text="ho " times="{count}"/>
        </Sequence>
      </BehaviorTree>
    </root>`
  const loaded = loadTree(xml, { nodes: [Say], clock, file: 'main.xml' })
  if (!loaded.ok) throw new Error(loaded.error.map(formatDiagnostic).join('\n'))
  const tree = loaded.value
  const status = tree.tick()
  return status
}

interface Pose {
  readonly x: number
  readonly y: number
}

const POSE = defineType<Pose>({
  name: 'Pose',
  parse(text) {
    const [x, y] = text.split(';').map(Number)
    if (x === undefined || y === undefined || Number.isNaN(x + y)) throw new Error('write x;y in metres')
    return { x, y }
  },
  format: ({ x, y }) => `${x};${y}`,
})

const GAIT = defineEnum('Gait', { WALK: 0, TROT: 1 })

const MoveTo = defineStatefulAction({
  id: 'MoveTo',
  ports: {
    goal: input(POSE),
    gait: input(GAIT, { default: 'WALK' }),
    arrived: output(BOOL, { optional: true }),
  },
  state: () => ({ until: 0 }),
  start(ctx) {
    const { x, y } = ctx.get('goal')
    const speed = ctx.get('gait') === 'TROT' ? 2 : 1
    if (Math.hypot(x, y) > 100) return ctx.fail('that is too far')
    ctx.state.until = ctx.now() + (1000 * Math.hypot(x, y)) / speed
    return 'RUNNING'
  },
  run(ctx) {
    if (ctx.now() < ctx.state.until) return 'RUNNING'
    ctx.set('arrived', true)
    return 'SUCCESS'
  },
  halt(ctx) {
    ctx.state.until = 0
  },
})

const askMap = async (_place: string, signal: AbortSignal): Promise<Pose | undefined> => {
  signal.throwIfAborted()
  await Promise.resolve()
  return { x: 3, y: 4 }
}

const FindPlace = defineAsyncAction({
  id: 'FindPlace',
  ports: { place: input(STRING), pose: output(POSE) },
  async run(ctx, signal) {
    const pose = await askMap(ctx.get('place'), signal)
    if (pose === undefined) return ctx.fail('the map does not know it')
    ctx.set('pose', pose)
    return 'SUCCESS'
  },
})

const Above = defineCondition({
  id: 'Above',
  ports: { value: input(DOUBLE), limit: input(DOUBLE, { default: 0.2 }) },
  check: (ctx) => ctx.get('value') > ctx.get('limit'),
})

const Cooldown = defineDecorator({
  id: 'Cooldown',
  description: 'Skips its child for a while after each time that it has run.',
  ports: { seconds: input(DOUBLE), runs: inout(INT32, { optional: true }) },
  state: () => ({ ready: 0 }),
  tick(ctx) {
    if (ctx.child.status !== 'RUNNING' && ctx.now() < ctx.state.ready) return 'SKIPPED'
    const status = ctx.child.tick()
    if (status === 'RUNNING') return 'RUNNING'
    ctx.state.ready = ctx.now() + 1000 * ctx.get('seconds')
    ctx.set('runs', (ctx.get('runs') ?? 0) + 1)
    return status
  },
})

const Race = defineControl({
  id: 'Race',
  description: 'Runs all children at once; the first to finish decides.',
  children: { min: 2 },
  tick(ctx) {
    for (let i = 0; i < ctx.children.count; i++) {
      const status = ctx.children.tick(i)
      if (status !== 'RUNNING') return status
    }
    return 'RUNNING'
  },
})

export const nodes = [Say, MoveTo, FindPlace, Above, Cooldown, Race]
