import type { Script } from '../script/compile.js'
import type { Status } from '../status.js'
import { boolFromValue } from '../value/numbers.js'
import type { Enums } from '../value/types.js'
import type { Blackboard } from '../blackboard.js'

/** The scripts that may run before and after a tick, in order of evaluation. */
export const PRECONDITIONS = ['_failureIf', '_successIf', '_skipIf', '_while'] as const
export const POSTCONDITIONS = ['_onSuccess', '_onFailure', '_onHalted', '_post'] as const
export type ConditionName = (typeof PRECONDITIONS)[number] | (typeof POSTCONDITIONS)[number]

/** The view that a precondition has of its node. */
export interface Conditioned {
  readonly status: Status
  haltNode(): void
}

/** Pre- and postconditions of one node (BehaviorTree.CPP v4). */
export class Conditions {
  readonly #scripts: Readonly<Partial<Record<ConditionName, Script>>>
  readonly #env: { readonly blackboard: Blackboard; readonly enums: Enums }

  constructor(
    scripts: Readonly<Partial<Record<ConditionName, Script>>>,
    env: { readonly blackboard: Blackboard; readonly enums: Enums },
  ) {
    this.#scripts = scripts
    this.#env = env
  }

  /** Returns the status that replaces the tick, or `undefined` to tick; the first condition that fires decides. */
  before(node: Conditioned): Status | undefined {
    if (node.status === 'RUNNING') {
      if (this.#scripts._while === undefined || this.#holds(this.#scripts._while)) return undefined
      node.haltNode()
      return 'SKIPPED'
    }
    if (node.status !== 'IDLE') return undefined
    const { _failureIf, _successIf, _skipIf, _while } = this.#scripts
    if (_failureIf !== undefined && this.#holds(_failureIf)) return 'FAILURE'
    if (_successIf !== undefined && this.#holds(_successIf)) return 'SUCCESS'
    if (_skipIf !== undefined && this.#holds(_skipIf)) return 'SKIPPED'
    if (_while !== undefined && !this.#holds(_while)) return 'SKIPPED'
    return undefined
  }

  after(status: 'SUCCESS' | 'FAILURE'): void {
    this.#scripts[status === 'SUCCESS' ? '_onSuccess' : '_onFailure']?.run(this.#env)
    this.#scripts._post?.run(this.#env)
  }

  halted(): void {
    this.#scripts._onHalted?.run(this.#env)
  }

  #holds(script: Script): boolean {
    return boolFromValue(script.run(this.#env))
  }
}
