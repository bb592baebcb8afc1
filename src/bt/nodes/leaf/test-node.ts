import { NodeConstructionError, TreeLogicError } from '#bt/node/errors.js'
import { TreeNode, type NodeSite } from '#bt/node/node.js'
import { compileScript, type Script, type ScriptEnv } from '#bt/script/compile.js'
import type { Status } from '#bt/status.js'
import { NODE_STATUS } from '#bt/value/type-table.js'

/** What a TestNode does in place of a real node; scripts work like `_onSuccess` and similar attributes. */
export interface TestNodeConfig {
  /** a status other than IDLE; or a script that evaluates to one, by name or number */
  readonly returns: { readonly status: TestStatus } | { readonly script: string }
  /** milliseconds for which it stays RUNNING */
  readonly asyncDelay: number
  readonly successScript?: string
  readonly failureScript?: string
  readonly postScript?: string
}

export type TestStatus = 'RUNNING' | 'SUCCESS' | 'FAILURE' | 'SKIPPED'

/**
 * A mock that replaces another node in a test, only where a substitution rule requests it: it is RUNNING for a while,
 * then runs its scripts and returns its configured status.
 */
export class TestNode extends TreeNode {
  readonly #config: TestNodeConfig
  readonly #env: ScriptEnv
  /** also resolves statuses by name */
  readonly #statusEnv: ScriptEnv
  readonly #returns: Script | undefined
  readonly #onSuccess: Script | undefined
  readonly #onFailure: Script | undefined
  readonly #onEnd: Script | undefined
  #until = 0

  constructor(site: NodeSite, config: TestNodeConfig) {
    super(site)
    this.#config = config
    const { blackboard, enums } = site.ports
    this.#env = { blackboard, enums }
    this.#statusEnv = {
      blackboard,
      enums: new Map([...enums, ...STATUSES.map((status, index) => [status, index] as const)]),
    }
    this.#returns = this.#compile('script' in config.returns ? config.returns.script : undefined)
    this.#onSuccess = this.#compile(config.successScript)
    this.#onFailure = this.#compile(config.failureScript)
    this.#onEnd = this.#compile(config.postScript)
  }

  override halt(): void {
    this.reset()
  }

  protected override tick(): Status {
    const { asyncDelay } = this.#config
    switch (this.status) {
      case 'IDLE':
        this.#until = this.host.clock.now() + asyncDelay
        return asyncDelay > 0 ? 'RUNNING' : this.#complete()
      case 'RUNNING':
        // without a delay it is RUNNING only because its configuration says so, and stays so
        return asyncDelay > 0 && this.host.clock.now() >= this.#until ? this.#complete() : 'RUNNING'
      case 'SUCCESS':
      case 'FAILURE':
      case 'SKIPPED':
        return this.status
    }
  }

  #complete(): Status {
    const status = this.#result()
    if (status === 'SUCCESS') this.#onSuccess?.run(this.#env)
    else if (status === 'FAILURE') this.#onFailure?.run(this.#env)
    this.#onEnd?.run(this.#env)
    return status
  }

  #result(): Status {
    const { returns } = this.#config
    if ('status' in returns) return returns.status
    const value = this.#returns?.run(this.#statusEnv)
    const status = NODE_STATUS.read(value, this.#statusEnv.enums) as Status
    if (status === 'IDLE') {
      throw new TreeLogicError('the status script of a test node gave IDLE, which is no result')
    }
    return status
  }

  #compile(source: string | undefined): Script | undefined {
    if (source === undefined || source === '') return undefined
    const compiled = compileScript(source, { compat: this.host.compat })
    if (compiled.ok) return compiled.value
    const why = compiled.error.map(({ message }) => message).join('; ')
    throw new NodeConstructionError(this.site, 'bt.substitution', 'name', `script of a test node: ${why}`)
  }
}

const STATUSES: readonly Status[] = ['IDLE', 'RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED']
