import type { AsideWorld, FromWorld, ToWorld, WorldState } from './messages.js'

/** The thread's end: what is asked of a simulated world is done in order, and answered. Sans I/O. */
export class WorldServer {
  readonly #world: AsideWorld
  readonly #tell: (message: FromWorld) => void
  #order = 0
  /** a command has begun and the robot may not move yet */
  #waits = false

  constructor(world: AsideWorld, tell: (message: FromWorld) => void) {
    this.#world = world
    this.#tell = tell
    tell({ kind: 'up', state: this.#state() })
  }

  hear(message: ToWorld): void {
    const world = this.#world
    switch (message.kind) {
      case 'begin':
        return this.#begin(message)
      case 'go':
        this.#order = message.order
        this.#waits = false
        return
      case 'halt':
        this.#order = message.order
        this.#waits = false
        return world.body.halt()
      case 'advance':
        return this.#advance(message.ms)
      case 'observe':
        return world.body.observe(message.wanted, (answer) =>
          this.#tell({ kind: 'observed', question: message.question, answer }),
        )
      case 'moment':
        return this.#tell({
          kind: 'moment',
          question: message.question,
          moment: world.moment(message.id),
        })
    }
  }

  #begin({ order, command }: Extract<ToWorld, { readonly kind: 'begin' }>): void {
    this.#order = order
    this.#waits = true
    // it counts as one order with its go
    this.#world.body.begin(command, (fraction) => this.#tell({ kind: 'progress', order, fraction }))
    this.#tell({ kind: 'prepared', order })
  }

  #advance(ms: number): void {
    if (!this.#waits) {
      this.#world.step(ms)
      const outcome = this.#world.body.outcome()
      if (outcome !== undefined) this.#tell({ kind: 'outcome', order: this.#order, outcome })
    }
    this.#tell({ kind: 'advanced', order: this.#order, state: this.#state() })
  }

  #state(): WorldState {
    const { body, now } = this.#world
    return { moving: !this.#waits && body.moving, now, truth: this.#world.truth() }
  }
}
