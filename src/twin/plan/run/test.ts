import type { Answer, Condition } from '#twin/domain/domain.js'
import type { TestNode } from '../plan-node.js'
import { Flow, rebase, type Branch, type Runner } from './flow.js'
import { readsBlackboard, withNotes, type StepContext } from './step.js'
import type { Trail } from './trail.js'

/**
 * Runs a condition on facts: one branch where the state decides, one for every answer where it leaves the condition
 * open, and both ways where only a running tree knows its arguments.
 */
export function runTest<S, C>(
  node: TestNode,
  start: Branch<S>,
  { domain, configs }: StepContext<S, C>,
  runner: Runner<S>,
): Flow<S> {
  const flow = new Flow<S>()
  const { config } = start
  const { formula = '', ...args } = withNotes(
    { ...node.condition.args, formula: node.condition.formula },
    node.reads,
    config,
  )
  const condition: Condition = { formula, args }
  const open = readsBlackboard({ args: { ...args, formula } })
  const answers =
    open || domain.ask === undefined ? bothWays(condition, config.state) : domain.ask(condition, config.state)
  if (answers.length === 0) runner.reportGap(`the condition ${formula} cannot be read in ${domain.name}`)
  for (const { holds, state, label } of answers) {
    const trail: Trail<S> = label === undefined ? null : { entry: { kind: 'label', text: label } }
    const branch = {
      config: configs.moved(config, state, config.after),
      trail,
      refusals: [],
      tookTime: false,
    }
    flow.end(holds ? 'SUCCESS' : 'FAILURE', rebase(start, branch))
  }
  return flow
}

const bothWays = <S>({ formula }: Condition, state: S): readonly Answer<S>[] => [
  { holds: true, state, label: `when ${formula} holds` },
  { holds: false, state, label: `when ${formula} does not hold` },
]
