import { goals, judge, say, type Args } from './judge.js'
import type { Mistake } from './mean.js'
import type { State, World } from './world.js'

/** A plan with branches, after docs/twin/plan-check.md. */
export type Plan =
  | { readonly do: 'step'; readonly skill: string; readonly args: Args }
  /** only the run knows how it ends */
  | { readonly do: 'condition' }
  | { readonly do: 'sequence' | 'fallback'; readonly parts: readonly Plan[] }
  | { readonly do: 'invert' | 'force-success' | 'force-failure'; readonly of: Plan }
  | { readonly do: 'repeat' | 'retry'; readonly times: number; readonly of: Plan }

export interface PlanVerdict {
  readonly fails: boolean
  readonly success: number
  readonly failure: number
  readonly missed: number
}

export function check(world: World, plan: Plan, start: State, mistake?: Mistake): PlanVerdict {
  const ends = run(plan, start, { world, mistake })
  const good = new Map(ends.filter(({ end }) => end === 'went').map(({ state }) => [say(state), state]))
  const bad = ends.filter(({ end }) => end === 'failed')
  return {
    fails: bad.some(({ refused }) => refused),
    success: good.size,
    failure: new Set(bad.map(({ state }) => say(state))).size,
    missed: world.goal.filter((_, index) =>
      [...good.values()].some((state) => goals(world, state)[index] !== true),
    ).length,
  }
}

/** One way on which a plan can come to an end. */
interface Way {
  readonly state: State
  readonly end: 'went' | 'failed'
  /** a refused step led to this failure, and nothing has made up for it */
  readonly refused: boolean
}

interface Bench {
  readonly world: World
  readonly mistake: Mistake | undefined
}

/** All ways to the end of a plan that begins in one state; refusals before it are the caller's to remember. */
function run(plan: Plan, from: State, bench: Bench): readonly Way[] {
  switch (plan.do) {
    case 'step':
      return step(plan.skill, plan.args, from, bench)
    case 'condition':
      return [
        { state: from, end: 'went', refused: false },
        { state: from, end: 'failed', refused: false },
      ]
    case 'sequence':
      return inTurn(plan.parts, 'went', from, bench)
    case 'fallback': {
      const ends = inTurn(plan.parts, 'failed', from, bench)
      return bench.mistake === 'a fallback forgives nothing'
        ? ends.map((way) => ({ ...way, end: 'failed', refused: true }))
        : ends
    }
    case 'repeat':
      return inTurn(
        Array.from({ length: plan.times }, () => plan.of),
        'went',
        from,
        bench,
      )
    case 'retry':
      return inTurn(
        Array.from({ length: plan.times }, () => plan.of),
        'failed',
        from,
        bench,
      )
    case 'invert':
      // what was turned into a failure is nobody's refusal
      return run(plan.of, from, bench).map(({ state, end }) => ({
        state,
        end: end === 'went' ? 'failed' : 'went',
        refused: false,
      }))
    case 'force-success':
      return run(plan.of, from, bench).map(({ state }) => ({ state, end: 'went', refused: false }))
    case 'force-failure':
      return run(plan.of, from, bench).map(({ state }) => ({ state, end: 'failed', refused: false }))
  }
}

/** One part after the other while they end so; what was refused on the way counts until the whole goes well. */
function inTurn(parts: readonly Plan[], goOn: Way['end'], from: State, bench: Bench): readonly Way[] {
  let going: readonly Way[] = [{ state: from, end: goOn, refused: false }]
  const over: Way[] = []
  for (const part of parts) {
    const ends = going.flatMap((way) =>
      run(part, way.state, bench).map((end) => ({ ...end, refused: end.refused || way.refused })),
    )
    over.push(...ends.filter(({ end }) => end !== goOn))
    going = once(ends.filter(({ end }) => end === goOn))
  }
  return once([...over, ...going].map((way) => (way.end === 'went' ? { ...way, refused: false } : way)))
}

function step(name: string, args: Args, from: State, { world, mistake }: Bench): readonly Way[] {
  const skill = world.skills.find((each) => each.name === name)
  const failed: Way = { state: from, end: 'failed', refused: true }
  if (skill === undefined) return [failed]
  const verdict = judge(world, skill, args, from, mistake)
  if (verdict.kind === 'nothing-to-do') return [{ state: from, end: 'went', refused: false }]
  if (verdict.kind !== 'allowed' || !verdict.ends.every((end) => verdict.expects(end))) return [failed]
  return verdict.ends.map((state) => ({ state, end: 'went', refused: false }))
}

const once = (ways: readonly Way[]): readonly Way[] => [
  ...new Map(ways.map((way) => [`${way.end} ${way.refused} ${say(way.state)}`, way])).values(),
]
