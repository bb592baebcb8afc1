import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkText } from '#bt/check.js'
import { Blackboard } from '#bt/blackboard.js'
import { planInstance, type NodePlan } from '#bt/engine/instance/plan.js'
import { NodeLibrary } from '#bt/library.js'
import { PORT_NODE_TYPES } from '#bt-tools/tape/port-nodes.js'
import { TAPE_TYPES } from '#bt-tools/tape/tape-nodes.js'
import { unreachable } from '#bt/validate/lint/unreachable.js'

interface Recorded {
  readonly xml: string
  readonly expect: { readonly steps?: readonly { readonly events?: readonly (readonly unknown[])[] }[] }
}

const cases = readFileSync(new URL('../../conformance/cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)
const library = new NodeLibrary([...TAPE_TYPES, ...PORT_NODE_TYPES].map(({ spec }) => spec))

it('what the lint calls unreachable was never ticked by BehaviorTree.CPP in any recorded case', () => {
  let judged = 0
  for (const { xml, expect: recorded } of cases) {
    const { doc, diagnostics } = checkText(xml, { file: 'm.xml', library, lints: [unreachable] })
    const dead = new Set(
      diagnostics.filter(({ code }) => code === 'bt.unreachable').map(({ where }) => key(where)),
    )
    if (doc === undefined || dead.size === 0) continue
    const ticked = new Set(
      (recorded.steps ?? []).flatMap(({ events = [] }) =>
        events.filter(([kind]) => kind === 't').map(([, uid]) => uid),
      ),
    )
    const plan = planInstance(doc, {
      library,
      enums: new Map(),
      compat: '4.10',
      blackboard: new Blackboard(),
    })
    for (const { uid, def } of plan === undefined ? [] : depthFirst(plan.root)) {
      if (!dead.has(key(def.where))) continue
      judged += 1
      expect(ticked.has(uid), `${uid} in ${xml}`).toBe(false)
    }
  }
  expect(judged).toBeGreaterThan(70)
})

const key = (where: { readonly line: number; readonly column: number } | undefined): string =>
  where === undefined ? '' : `${where.line}:${where.column}`

const depthFirst = (plan: NodePlan): NodePlan[] => [plan, ...plan.children.flatMap(depthFirst)]
