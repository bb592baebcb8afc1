import { rad } from '#base/units.js'
import type { OdometryStep, PoseFix } from '#localisation/ports.js'
import { advance } from './predict.js'
import type { FilterModel, FilterState } from './state.js'
import { correct, type AppliedFix, type FixJudgement } from './update.js'

/**
 * Bounds of what a source that has gone mad can make the filter do: the oldest steps are forgotten if more fixes than
 * this lie in the ring, …
 */
const MOST_FIXES = 100
/** … and so many wait for the next step at most. */
const MOST_WAITING = 20

/**
 * The steps of the last 1.5 s with the fixes for moments within them. A fix that arrives late is put where it
 * belongs, and everything after it is done again: so the order in which fixes arrive makes no difference, and neither
 * does it to what is accepted.
 */
export class History {
  readonly #model: FilterModel
  /** before the first of the steps */
  #base: FilterState
  #steps: Done[] = []
  /** in order of time, for moments after the newest step */
  #waiting: PoseFix[] = []

  constructor(model: FilterModel, state: FilterState) {
    this.#model = model
    this.#base = state
  }

  get newest(): FilterState {
    return this.#steps.at(-1)?.after ?? this.#base
  }

  /** What is known by now of a moment within the ring; undefined: it is older, or no step has reached it yet. */
  at(tUs: number): FilterState | undefined {
    const at = this.#steps.findIndex(({ step }) => tUs <= step.tUs)
    const within = this.#steps[at]
    if (within === undefined || tUs <= this.#base.tUs) return undefined
    if (tUs === within.step.tUs) return within.after
    const before = this.#steps[at - 1]?.after ?? this.#base
    const share = 1 - (within.step.tUs - tUs) / within.step.dtUs
    return share > 0 ? advance(this.#model, before, part(within.step, share, tUs)) : before
  }

  /** Forgets the past: `state` is what is known now. */
  restart(state: FilterState): void {
    this.#base = state
    this.#steps = []
    this.#waiting = []
  }

  push(step: OdometryStep): void {
    const fixes = this.#waiting.filter(({ tUs }) => tUs <= step.tUs)
    this.#waiting = this.#waiting.filter(({ tUs }) => tUs > step.tUs)
    this.#steps.push({ step, fixes, after: done(this.#model, this.newest, { step, fixes }).state })
    this.#forget(step.tUs - this.#model.parameters.ringUs)
  }

  insert(fix: PoseFix): FixJudgement {
    if (!(fix.tUs > this.#base.tUs)) return { kind: 'too-old' }
    const at = this.#steps.findIndex(({ step }) => fix.tUs <= step.tUs)
    if (at === -1) return this.#wait(fix)
    const judgement = this.#replay(at, fix)
    this.#forget(-Infinity)
    return judgement
  }

  /** Judged by what is known now, and applied as soon as the step comes that reaches it. */
  #wait(fix: PoseFix): FixJudgement {
    const ahead = fix.tUs - this.newest.tUs > this.#model.parameters.aheadUs
    if (ahead || this.#waiting.length >= MOST_WAITING) return { kind: 'ahead' }
    this.#waiting = [...this.#waiting, fix].sort(byTime)
    return correct(this.#model, this.newest, fix).judgement
  }

  #replay(from: number, fix: PoseFix): FixJudgement {
    let state = this.#steps[from - 1]?.after ?? this.#base
    let judgement: FixJudgement = { kind: 'too-old' }
    this.#steps = this.#steps.map((each, i) => {
      if (i < from) return each
      const fixes = i === from ? [...each.fixes, fix].sort(byTime) : each.fixes
      const again = done(this.#model, state, { step: each.step, fixes })
      if (i === from) judgement = again.judgements[fixes.indexOf(fix)] ?? judgement
      state = again.state
      return { step: each.step, fixes, after: state }
    })
    return judgement
  }

  #forget(beforeUs: number): void {
    let fixes = this.#steps.reduce((sum, each) => sum + each.fixes.length, 0)
    const oldest = (): Done | undefined => this.#steps[0]
    for (let old = oldest(); old && (old.step.tUs < beforeUs || fixes > MOST_FIXES); old = oldest()) {
      this.#base = old.after
      this.#steps.shift()
      fixes -= old.fixes.length
    }
  }
}

interface Entry {
  readonly step: OdometryStep
  /** in order of time */
  readonly fixes: readonly PoseFix[]
}

interface Done extends Entry {
  readonly after: FilterState
}

/** A step in as many parts as the fixes within it make of it. */
function done(
  model: FilterModel,
  before: FilterState,
  { step, fixes }: Entry,
): { readonly state: FilterState; readonly judgements: readonly AppliedFix['judgement'][] } {
  let state = before
  let share = 0
  const judgements = fixes.map((fix) => {
    const until = Math.min(1, Math.max(share, 1 - (step.tUs - fix.tUs) / step.dtUs))
    if (until > share) state = advance(model, state, part(step, until - share, fix.tUs))
    share = until
    const applied = correct(model, state, fix)
    state = applied.state
    return applied.judgement
  })
  if (share < 1 || fixes.length === 0) state = advance(model, state, part(step, 1 - share, step.tUs))
  return { state, judgements }
}

/** A share of a step as if wheels and gyro had turned evenly, until `tUs`. */
function part(step: OdometryStep, share: number, tUs: number): OdometryStep {
  if (share === 1) return step
  const [a, b, c] = step.turn
  const turn: OdometryStep['turn'] = [rad(a * share), rad(b * share), rad(c * share)]
  const yaw = step.yaw === undefined ? {} : { yaw: rad(step.yaw * share) }
  return { ...step, tUs, dtUs: step.dtUs * share, turn, ...yaw }
}

/** Any fixed order will do for fixes of one moment, so long as it is not that of their arrival. */
const byTime = (a: PoseFix, b: PoseFix): number =>
  a.tUs - b.tUs ||
  (a.source < b.source ? -1 : Number(a.source > b.source)) ||
  a.pose.x - b.pose.x ||
  a.pose.y - b.pose.y ||
  a.pose.theta - b.pose.theta
