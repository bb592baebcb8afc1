import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import type { Rng } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import { defineCondition } from '#bt/custom/condition.js'
import { input, output } from '#bt/custom/declare/ports.js'
import { defineStatefulAction } from '#bt/custom/stateful-action.js'
import type { NodeDefinition } from '#bt/custom/declare/definition.js'
import { NodeExecutionError, TreeLogicError } from '#bt/node/errors.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree } from '#bt/engine/tree.js'
import { STRING } from '#bt/value/types.js'
import type { TraceEvent } from '#bt/trace.js'
import type { TickStatus } from '#bt/status.js'
import { type PlannedStep, formatStep } from '#twin/domain/domain.js'
import { toy, toyStart, type Toy, type ToyCommand } from '../../twin/plan/toy.js'

/** What the real engine did with a tree in one run. */
export interface Played {
  readonly end: TickStatus | 'broken'
  readonly world: Toy
  /** the last step that went well */
  readonly after: string | null
  readonly steps: readonly { readonly step: string; readonly world: string }[]
  readonly refusals: readonly {
    readonly step: string
    readonly after: string | null
    readonly checkId: string
  }[]
}

/** Notes of one run, shared by the leaves. */
class Body {
  world = toyStart
  after: string | null = null
  /** one body: a leaf that finds it at work waits */
  owner: object | null = null
  readonly steps: { step: string; world: string }[] = []
  readonly refusals: { step: string; after: string | null; checkId: string }[] = []
  readonly rng: Rng
  readonly slow: boolean

  constructor(rng: Rng, slow: boolean) {
    this.rng = rng
    this.slow = slow
  }

  /** @returns false when it is refused */
  judged(command: ToyCommand, step: string): Toy | undefined {
    const verdict = toy.judge(this.world, command)
    if (verdict.ok) return this.rng.pick(verdict.value.outcomes)
    this.refusals.push({ step, after: this.after, checkId: verdict.error.checkId })
    return undefined
  }
}

export const nameOf = (step: PlannedStep): string => `${step.path} ${formatStep(step)}`

const ROOM = input(STRING, { optional: true })
const PORTS = ['Take', 'Put', 'Push', 'Wait'] as const

/** The palette of the toy world, with leaves that answer by its judge and nothing else. */
export function toyRegistry(body: () => Body): NodeRegistry {
  const leaf = (id: string, ports: Readonly<Record<string, typeof ROOM>>): NodeDefinition =>
    defineStatefulAction({
      id,
      ports,
      state: () => ({ waiting: false, rest: [] as ToyCommand[], ticks: 0, step: '', end: toyStart, key: {} }),
      start(ctx) {
        const b = body()
        ctx.state.waiting = b.owner !== null
        if (ctx.state.waiting) return 'RUNNING'
        const args = Object.fromEntries(
          Object.keys(ports).flatMap((port) => {
            const text = ctx.get(port)
            return text === undefined ? [] : [[port, text]]
          }),
        )
        const step = { skill: id, args, path: ctx.path }
        ctx.state.step = nameOf(step)
        const commands = toy.intend(step, b.world)
        b.steps.push({ step: ctx.state.step, world: toy.fingerprint(b.world) })
        if (!commands.ok) {
          b.refusals.push({ step: ctx.state.step, after: b.after, checkId: commands.error.checkId })
          return 'FAILURE'
        }
        ctx.state.rest = [...commands.value]
        if (ctx.state.rest.length === 0) {
          // a step without commands may still take its time
          if (!b.slow || b.rng.chance(0.5)) {
            b.after = ctx.state.step
            return 'SUCCESS'
          }
          b.owner = ctx.state.key
          ctx.state.end = b.world
          ctx.state.ticks = 1
          return 'RUNNING'
        }
        return next(ctx.state, b)
      },
      run(ctx) {
        const b = body()
        if (ctx.state.waiting) return this.start(ctx) as 'RUNNING'
        if (ctx.state.ticks-- > 0) return 'RUNNING'
        b.world = ctx.state.end
        b.owner = null
        return next(ctx.state, b)
      },
      halt(ctx) {
        const b = body()
        if (!ctx.state.waiting && b.owner === ctx.state.key) b.owner = null
      },
    })
  return new NodeRegistry().add(
    leaf('Go', { room: ROOM }),
    leaf('Fetch', { room: ROOM }),
    ...PORTS.map((id) => leaf(id, {})),
    defineCondition({ id: 'Maybe', ports: {}, check: () => body().rng.chance(0.5) }),
    defineCondition({
      id: 'Draw',
      ports: { into: output(STRING) },
      check: (ctx) => {
        ctx.set('into', body().rng.pick(['1', '2', '3']))
        return true
      },
    }),
  )
}

interface Running {
  rest: ToyCommand[]
  ticks: number
  step: string
  end: Toy
  key: object
}

function next(state: Running, b: Body): 'RUNNING' | 'SUCCESS' | 'FAILURE' {
  const command = state.rest.shift()
  if (command === undefined) {
    b.after = state.step
    return 'SUCCESS'
  }
  const end = b.judged(command, state.step)
  if (end === undefined) return 'FAILURE'
  // what moves something takes time, at least until the next tick
  b.owner = state.key
  state.end = end
  state.ticks = b.rng.int(3)
  return 'RUNNING'
}

/** Ticks a tree on the toy world to its end, or for a while. Host entries `x`, `y` change at random between ticks. */
export function play(
  doc: TreeDoc,
  rng: Rng,
  ticks = 120,
  onTransition?: (event: TraceEvent) => void,
  afterTick: (tick: number, world: Toy) => void = () => undefined,
): Played {
  const body = new Body(rng, rng.chance(0.8))
  const clock = new VirtualClock()
  const tree = must(
    createTree(
      doc,
      toyRegistry(() => body),
      { clock, ...(onTransition !== undefined && { onTransition }) },
    ),
    'a tree of this test',
  )
  let end: TickStatus | 'broken' = 'RUNNING'
  try {
    for (let i = 0; i < ticks && end === 'RUNNING'; i++) {
      for (const key of ['x', 'y'])
        if (i === 0 || rng.chance(0.5)) tree.blackboard.set(key, STRING, rng.pick(['0', '1']))
      end = tree.tick()
      clock.advance(20)
      if (end === 'RUNNING') afterTick(i, body.world)
    }
  } catch (error) {
    if (!(error instanceof NodeExecutionError || error instanceof TreeLogicError)) throw error
    // what a script makes of wrong data is not the check's subject
    end = /skipped|IDLE/.test(error.message) ? 'broken' : 'RUNNING'
  }
  const { world, after, steps, refusals } = body
  return { end, world, after, steps, refusals }
}
