import { NodeExecutionError } from '../bt/engine/errors.js'
import type { Tree } from '../bt/engine/tree.js'
import type { TickStatus } from '../bt/status.js'
import type { LinkSession } from '../link/link-session.js'
import type { Robot } from '../robot/robot.js'
import { REFLEX_PERIOD, type Embodiment } from './embodiment.js'

/** What one turn of the reflex loop came to. */
export type ReflexTurn =
  | { readonly kind: 'alive'; readonly status: TickStatus | 'no-tree' }
  /** the tree's data is wrong at run time, or a leaf has a bug: nobody knows what it wants */
  | { readonly kind: 'tree-broken'; readonly error: NodeExecutionError }
  /** final: the stream is closed or silent; the firmware has stopped the robot by itself */
  | { readonly kind: 'link-lost' }

/**
 * The reflex loop (ARCHITECTURE.md): bytes in, belief, tree, bytes out, once every 20 ms. It never waits for a model.
 * The heartbeat leaves only from here, so that a loop that hangs is a robot that stands.
 */
export class Reflex {
  readonly #body: Embodiment
  readonly #session: LinkSession
  readonly #robot: Robot

  constructor(body: Embodiment, session: LinkSession, robot: Robot) {
    this.#body = body
    this.#session = session
    this.#robot = robot
  }

  /** One turn, then one reflex period of time. @param tree ticked when given */
  async turn(tree?: Tree): Promise<ReflexTurn> {
    const { stream } = this.#body
    this.#session.feed(stream.read())
    this.#robot.observe()
    const turn = tick(tree)
    this.flush()
    await this.#body.pace(REFLEX_PERIOD)
    return this.#session.status === 'lost' ? { kind: 'link-lost' } : turn
  }

  /** Sends what waits: used by `turn`, and by a STOP that must not wait for the next one. */
  flush(): void {
    this.#session.allowHeartbeat()
    this.#session.poll()
    this.#body.stream.write(this.#session.takeBytes())
  }
}

function tick(tree: Tree | undefined): ReflexTurn {
  try {
    return { kind: 'alive', status: tree?.tick() ?? 'no-tree' }
  } catch (error) {
    if (error instanceof NodeExecutionError) return { kind: 'tree-broken', error }
    throw error
  }
}
