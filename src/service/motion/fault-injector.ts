import { err, ok, type Result } from '#base/result.js'
import { didYouMean } from '#base/diagnostic.js'
import type { Refusal } from '#console/host.js'
import { ROW_IDS, type RowId, type HealthReporter } from '../health-reporter.js'

interface Fault {
  readonly does: string
  inject(): void
}

/** Faults that can be injected into a running service with a virtual robot; never with a real one. */
export class FaultInjector {
  readonly #faults: ReadonlyMap<string, Fault>
  readonly #virtual: boolean

  constructor(options: {
    readonly virtual: boolean
    readonly healthReporter: HealthReporter
    /** pulls the cable of the virtual robot @returns false when none is in use */
    readonly unplug: () => boolean
    readonly crash: () => void
  }) {
    this.#virtual = options.virtual
    const wedges = ROW_IDS.map((id: RowId): [string, Fault] => [
      `wedge:${id}`,
      {
        does: `ignores the heartbeats of ${id}`,
        inject: () => options.healthReporter.wedge(id),
      },
    ])
    this.#faults = new Map([
      ...wedges,
      ['unplug', { does: "pulls the controller's cable", inject: () => void options.unplug() }],
      ['spin', { does: 'hangs the event loop and keeps a processor busy', inject: spin }],
      ['crash', { does: 'kills the service, as the out-of-memory killer would', inject: options.crash }],
    ])
  }

  list(): readonly { readonly fault: string; readonly does: string }[] {
    return this.#virtual ? [...this.#faults].map(([fault, { does }]) => ({ fault, does })) : []
  }

  inject(fault: string): Result<{ readonly did: string }, Refusal> {
    if (!this.#virtual)
      return err({
        code: 'fault.real-robot',
        message: 'faults are never injected into a real robot',
        hint: 'graft faults injects them into virtual ones',
      })
    const known = this.#faults.get(fault)
    if (known === undefined) {
      const near = didYouMean(fault, this.#faults.keys())
      const hint = near === undefined ? 'send `faults` for the list' : `did you mean ${near}?`
      return err({ code: 'fault.unknown', message: `there is no fault ${fault}`, hint })
    }
    known.inject()
    return ok({ did: known.does })
  }
}

/** Blocks the event loop after the answer has been sent. */
const spin = (): void =>
  void setTimeout(() => {
    for (;;);
  }, 50)
