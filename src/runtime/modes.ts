import { err, ok, type Result } from '#base/result.js'

/**
 * What the robot is allowed to do. Every start-up leads to SAFE (law 7); a policy runs only after arm and confirm.
 * STOP is legal in every mode and always wins.
 */
export type Mode = 'SAFE' | 'ARMED' | 'RUNNING' | 'STOPPED'

export type ModeRequest = 'arm' | 'confirm' | 'finish' | 'stop' | 'reset'

export interface ModeRefusal {
  readonly kind: 'mode-refused'
  readonly mode: Mode
  readonly request: ModeRequest
  readonly hint: string
}

/** A change of mode and who requested it, for the log: the operator's name, or the command line of the demo. */
export interface ModeChange {
  readonly from: Mode
  readonly to: Mode
  readonly by: string
}

const TRANSITIONS: Readonly<Record<Mode, Partial<Readonly<Record<ModeRequest, Mode>>>>> = {
  SAFE: { arm: 'ARMED', stop: 'SAFE' },
  ARMED: { confirm: 'RUNNING', stop: 'SAFE', reset: 'SAFE' },
  RUNNING: { finish: 'SAFE', stop: 'STOPPED' },
  STOPPED: { reset: 'SAFE', stop: 'STOPPED' },
}

export class ModeMachine {
  #mode: Mode = 'SAFE'
  readonly #onChange: (change: ModeChange) => void

  constructor(onChange: (change: ModeChange) => void = () => undefined) {
    this.#onChange = onChange
  }

  get mode(): Mode {
    return this.#mode
  }

  request(request: ModeRequest, by: string): Result<Mode, ModeRefusal> {
    const from = this.#mode
    const to = TRANSITIONS[from][request]
    if (to === undefined) return err({ kind: 'mode-refused', mode: from, request, hint: hintFor(from) })
    this.#mode = to
    if (to !== from) this.#onChange({ from, to, by })
    return ok(to)
  }
}

function hintFor(mode: Mode): string {
  const legal = Object.keys(TRANSITIONS[mode]).join(', ')
  return `in ${mode} only ${legal} are allowed`
}
