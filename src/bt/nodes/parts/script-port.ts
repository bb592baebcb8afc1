import { NodeConstructionError, PortError, TreeLogicError } from '#bt/node/errors.js'
import type { NodeSite } from '#bt/node/node.js'
import type { InputPort } from '#bt/node/ports.js'
import { compileScript, type Script, type ScriptEnv } from '#bt/script/compile.js'
import { STRING } from '#bt/value/types.js'
import type { Value } from '#bt/value/value.js'

/** The script that a port holds. It is compiled when the node is created, and again only when its text changes. */
export class ScriptPort {
  readonly #site: NodeSite
  readonly #port: string
  readonly #env: ScriptEnv
  /** `undefined` for a literal, which cannot change */
  readonly #pointer: InputPort<string> | undefined
  #text = ''
  #script: Script | undefined

  /** @throws NodeConstructionError when there is no text, or a non-empty text is not a valid script */
  constructor(site: NodeSite, port: string) {
    const { ports } = site
    this.#site = site
    this.#port = port
    this.#env = { blackboard: ports.blackboard, enums: ports.enums }
    const input = ports.input(port, STRING)
    const text = this.#first(input)
    this.#pointer = ports.key(port) === undefined ? undefined : input
    if (text === '') return
    const problem = this.#compile(text)
    if (problem !== undefined) throw new NodeConstructionError(site, 'bt.script', port, problem)
  }

  /**
   * Recompiles if the text in the blackboard has changed.
   * @throws PortError when the text is missing; TreeLogicError when it is not a valid script
   */
  refresh(): void {
    const text = this.#pointer?.get() ?? this.#text
    if (text === this.#text) return
    const problem = this.#compile(text)
    if (problem !== undefined) throw new TreeLogicError(problem)
  }

  /**
   * The value of the script's last statement; `undefined` when no non-empty text was ever given.
   * @throws whatever the script throws
   */
  run(): Value {
    return this.#script?.run(this.#env)
  }

  /** True when no script text was ever given, so there is nothing to run. */
  get empty(): boolean {
    return this.#script === undefined
  }

  #first(input: InputPort<string>): string {
    try {
      return input.get()
    } catch (cause) {
      if (!(cause instanceof PortError)) throw cause
      const message = `${this.#site.label} needs its script when it is created: ${cause.message}`
      throw new NodeConstructionError(this.#site, 'bt.missing-port', this.#port, message)
    }
  }

  /** Compiles the text and makes it the current script; on failure returns what is wrong. */
  #compile(text: string): string | undefined {
    const compiled = compileScript(text, { compat: this.#site.host.compat })
    if (!compiled.ok) {
      return `port ${this.#port} holds no script: ${compiled.error.map(({ message }) => message).join('; ')}`
    }
    this.#text = text
    this.#script = compiled.value
    return undefined
  }
}
