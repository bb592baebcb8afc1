/** What an operator wants with a key, or with a line. */
export type Wanted =
  | { readonly kind: 'step'; readonly text: string; readonly isLine: boolean }
  /** stop the robot, which ends the session */
  | { readonly kind: 'stop' }
  | { readonly kind: 'end' }
  /** Ctrl-C, which in raw mode is a key like any other */
  | { readonly kind: 'interrupt' }

/** Reads the keyboard of an operator who drives by steps: single keys, and a line for every other step. */
export class StepKeys {
  readonly #keys: ReadonlyMap<string, string>
  #line: string | undefined

  /** @param keys by key, the step that it asks for */
  constructor(keys: ReadonlyMap<string, string>) {
    this.#keys = keys
  }

  /** The line that is being typed; undefined while keys are steps. */
  get line(): string | undefined {
    return this.#line
  }

  /** @param typed what the terminal gave at once: a key, a burst of repeats, or something that was pasted */
  press(typed: string): Wanted | undefined {
    if (typed.includes(CTRL_C)) return { kind: 'interrupt' }
    if (typed.startsWith(ESCAPE)) return this.#escape(typed)
    if (this.#line === undefined) return this.#single(typed)
    for (const letter of typed) {
      const wanted = this.#write(letter)
      if (wanted !== undefined) return wanted
    }
    return undefined
  }

  /** Escape leaves a line; without one it ends the session. Arrows and the like mean nothing. */
  #escape(typed: string): Wanted | undefined {
    if (typed !== ESCAPE) return undefined
    if (this.#line === undefined) return { kind: 'end' }
    this.#line = undefined
    return undefined
  }

  #single(typed: string): Wanted | undefined {
    const [first = ''] = typed
    // a line that was pasted as a whole
    if (BEGIN.has(first)) {
      this.#line = ''
      return typed.length > 1 ? this.press(typed.slice(1)) : undefined
    }
    if (typed.includes(' ')) return { kind: 'stop' }
    if (typed.includes('x')) return { kind: 'end' }
    const text = this.#keys.get(first)
    return text === undefined ? undefined : { kind: 'step', text, isLine: false }
  }

  #write(letter: string): Wanted | undefined {
    const line = this.#line ?? ''
    if (letter === '\r' || letter === '\n') {
      this.#line = undefined
      const text = line.trim()
      if (text === 'stop') return { kind: 'stop' }
      return text === '' ? undefined : { kind: 'step', text, isLine: true }
    }
    if (letter === '\u007F' || letter === '\b') this.#line = line.slice(0, -1)
    else if (letter >= ' ' && line.length < LONGEST) this.#line = line + letter
    return undefined
  }
}

const ESCAPE = '\u001B'
export const CTRL_C = '\u0003'
const LONGEST = 500
const BEGIN: ReadonlySet<string> = new Set([':', '/', '\r'])
