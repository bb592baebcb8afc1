/**
 * Names available for completion: runs, fields, alarms and trees that the service has mentioned. Bounded, newest
 * first.
 */
export class Knowledge {
  readonly #seen = new Map<Kind, Map<string, true>>()

  /** Collects every name in an answer, at any depth. */
  learn(answer: unknown): void {
    const action: unknown[] = [answer]
    for (let looked = 0; action.length > 0 && looked < MOST_LOOKED; looked++) {
      const value = action.pop()
      if (typeof value !== 'object' || value === null) continue
      for (const [key, inside] of Object.entries(value)) {
        if (typeof inside === 'string') this.#note(key, inside)
        else action.push(inside)
      }
    }
  }

  /** @param parameter of a command: `run`, `hash`, `from`, `id` … */
  of(parameter: string): readonly string[] {
    const kind = PARAMETERS.get(parameter)
    return kind === undefined ? [] : [...(this.#seen.get(kind)?.keys() ?? [])].reverse()
  }

  #note(key: string, text: string): void {
    const kind = KEYS.get(key)
    if (kind === undefined || !GOOD[kind].test(text)) return
    const known = this.#seen.get(kind) ?? new Map<string, true>()
    this.#seen.set(kind, known)
    known.delete(text)
    known.set(text, true)
    const oldest = known.keys().next()
    if (known.size > MOST_KEPT && oldest.done !== true) known.delete(oldest.value)
  }
}

type Kind = 'run' | 'field' | 'alarm' | 'tree' | 'fault'

const KEYS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['key', 'run'],
  ['run', 'run'],
  ['field', 'field'],
  ['id', 'alarm'],
  ['hash', 'tree'],
  ['treeHash', 'tree'],
  ['parentHash', 'tree'],
  ['active', 'tree'],
  ['nextHash', 'tree'],
  ['fault', 'fault'],
])

const PARAMETERS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['run', 'run'],
  ['resume', 'run'],
  ['field', 'field'],
  ['id', 'alarm'],
  ['hash', 'tree'],
  ['from', 'tree'],
  ['to', 'tree'],
  ['fault', 'fault'],
])

/** Only names that need no quoting: nothing from outside may insert a blank or a quote into the line. */
const GOOD: Readonly<Record<Kind, RegExp>> = {
  run: /^[\w.-]{3,80}$/,
  field: /^[\w-]{1,32}$/,
  alarm: /^[\w.-]{1,80}\/\d+\/\d+$/,
  tree: /^[0-9a-f]{8,64}$/,
  fault: /^[\w.:-]{2,60}$/,
}

const MOST_LOOKED = 5000
const MOST_KEPT = 200
