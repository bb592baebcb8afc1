import { err, ok, type Result } from '#base/result.js'
import { NodeExecutionError, TreeLogicError } from '#bt/node/errors.js'
import type { Tree } from '#bt/engine/tree.js'
import type { TickStatus } from '#bt/status.js'
import type { LinkTrouble, LoopHealth } from '#learning/episode.js'
import type { Robot, RobotLine } from '#robots/robot.js'
import { REFLEX_PERIOD, type RobotConnection } from './robot-connection.js'
import { SpreadCounter } from './timing/spread.js'
import { GapCounter, type Timing } from './timing/timing.js'

/** Outcome of one turn of the reflex loop. */
export type ReflexTurn =
  | { readonly kind: 'alive'; readonly status: TickStatus | 'no-tree' }
  /** the tree's data is wrong at run time, or a leaf has a bug: its intent is unknown */
  | { readonly kind: 'tree-broken'; readonly error: NodeExecutionError | TreeLogicError }
  /** final: the stream is closed or silent; a controller has stopped the robot on its own, of a driver nobody knows */
  | { readonly kind: 'link-lost' }

/** What the loop works on. */
export interface ReflexParts {
  readonly body: Pick<RobotConnection, 'clock' | 'wall' | 'virtual' | 'pace'>
  readonly line: RobotLine
  readonly robot: Robot
  /** receives the events of the line */
  readonly link: LineMonitor
  /** of the run or the process, outlives this loop: measures the timing of its loops */
  readonly timing?: Timing
  /** called at the end of each turn, before its period passes */
  readonly turned?: () => void
}

/** Reports to people what happens on the line to the robot. */
export interface LineMonitor {
  /** for the record of the episode; undefined if there is nothing to say */
  readonly trouble: LinkTrouble | undefined
  /** Call once per turn, before what is queued is sent. */
  poll(): void
  /** Reports what has not been reported yet, once the session is over or no longer watched. */
  settle(): void
}

/** A turn that starts this long after the previous one is an overrun (LoopHealth), ms. */
const OVERRUN_MS = 2 * REFLEX_PERIOD

/**
 * The reflex loop (ARCHITECTURE.md): bytes in, belief, tree, bytes out, once every 20 ms. It never waits for a model.
 * The heartbeat is sent only from here, so that a hung loop stops the robot.
 */
export class Reflex {
  readonly #body: ReflexParts['body']
  readonly #line: RobotLine
  readonly #robot: Robot
  readonly #link: LineMonitor
  readonly #timing: Timing | undefined
  readonly #turned: (() => void) | undefined
  readonly #now: () => number
  readonly #late = new SpreadCounter()
  readonly #gaps = new GapCounter()
  #turns = 0
  #overruns = 0
  #worstMs = 0
  #turnStartedAt: number | undefined
  #heartbeatAt: number | undefined
  #beats = 0

  constructor({ body, line, robot, link, timing, turned }: ReflexParts) {
    this.#body = body
    this.#line = line
    this.#robot = robot
    this.#link = link
    this.#timing = timing
    this.#turned = turned
    this.#now = body.wall ?? (() => body.clock.now())
  }

  /** Timing of this loop so far. */
  get health(): LoopHealth {
    const { count: _, ...lateMs } = this.#late.spread
    const { gaps: heartbeat } = this.#gaps
    return { turns: this.#turns, overruns: this.#overruns, worstMs: this.#worstMs, lateMs, heartbeat }
  }

  /**
   * Runs one turn, then lets one reflex period pass.
   * @param tree ticked if given
   */
  async turn(tree?: Tree): Promise<ReflexTurn> {
    this.#noteTurn(this.#now())
    // granted at the start of the turn: a tick that hangs for longer than the allowance gets no heartbeat at its end
    this.#line.allowHeartbeat()
    this.#line.receive()
    this.#robot.observe()
    const turn = tick(tree)
    this.#link.poll()
    this.flush()
    this.#turned?.()
    await this.#body.pace(REFLEX_PERIOD)
    return this.#line.status === 'lost' ? { kind: 'link-lost' } : turn
  }

  /** Sends what is queued; used by `turn`, and by a STOP that must not wait for the next turn. */
  flush(): void {
    this.#line.send()
    // some lines send them while they receive
    const { heartbeats } = this.#line
    if (heartbeats > this.#beats) this.#noteHeartbeat(this.#now())
    this.#beats = heartbeats
  }

  /**
   * Waits for a slow action by a model or a person. On a real robot the loop keeps running meanwhile; on a virtual one
   * time stands still (AMB-39).
   * @param onTurn called after each turn
   * @param timeoutMs on a real robot
   */
  async runWhilePending<T>(
    action: Promise<T>,
    onTurn: () => void,
    timeoutMs: number,
  ): Promise<Result<T, 'overdue'>> {
    const { virtual, clock } = this.#body
    if (virtual) return ok(await action)
    let finished: { readonly outcome: Promise<T> } | undefined
    const settle = (): void => void (finished = { outcome: action })
    action.then(settle, settle)
    const deadline = clock.now() + timeoutMs
    while (finished === undefined && clock.now() < deadline) {
      await this.turn()
      onTurn()
    }
    return finished === undefined ? err('overdue') : ok(await finished.outcome)
  }

  #noteTurn(now: number): void {
    const gap = this.#turnStartedAt === undefined ? 0 : now - this.#turnStartedAt
    const late = Math.max(0, gap - REFLEX_PERIOD)
    const first = this.#turnStartedAt === undefined
    this.#turnStartedAt = now
    this.#turns++
    if (gap > OVERRUN_MS) this.#overruns++
    if (gap > this.#worstMs) this.#worstMs = gap
    // where time stands still during slow actions, no turn is late
    if (first || this.#body.virtual) return
    this.#late.add(late)
    this.#timing?.turn(late)
  }

  #noteHeartbeat(now: number): void {
    if (this.#heartbeatAt !== undefined) {
      this.#gaps.add(now - this.#heartbeatAt)
      this.#timing?.heartbeat(now - this.#heartbeatAt)
    }
    this.#heartbeatAt = now
  }
}

function tick(tree: Tree | undefined): ReflexTurn {
  try {
    return { kind: 'alive', status: tree?.tick() ?? 'no-tree' }
  } catch (error) {
    if (error instanceof NodeExecutionError || error instanceof TreeLogicError)
      return { kind: 'tree-broken', error }
    throw error
  }
}
