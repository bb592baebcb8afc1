import { must } from '../../../../base/result.js'
import type { NodeDef, TreeDoc } from '../../../../bt/document.js'
import type { NodeLibrary } from '../../../../bt/library.js'
import { labelTree } from '../../../../mind/actor/address.js'
import { expandForm, TRANSFER } from '../../../../mind/actor/forms.js'
import { readPlan, routesLeft } from '../../../../mind/actor/situation/plan.js'
import type { FieldSetup } from '../../../../sim/field-setup.js'
import { robotSubtrees } from '../../../run/policy.js'

/** INTERIM: the reference plan, until the forecast's search takes its place. */
export function bestPlan(setup: FieldSetup, library: NodeLibrary): TreeDoc {
  const form = (id: string, attrs: Record<string, string> = {}): NodeDef =>
    must(expandForm({ id, attrs }, library), id)
  const empty: TreeDoc = { main: 'Main', trees: [{ id: 'Main', root: sequence([]) }] }
  const routes = routesLeft(setup.map, readPlan(empty, labelTree(empty)), true)
  const trips = routes.map(({ from, to }) =>
    form(TRANSFER, { from: `${from}`, to: `${to}`, mask: setup.orange.get(from) ?? '0000' }),
  )
  const root = sequence([form('CursorSequence'), ...trips, form('MoveToHome')])
  return { main: 'Main', trees: [{ id: 'Main', root }, ...robotSubtrees(library)] }
}

const sequence = (children: readonly NodeDef[]): NodeDef => ({
  id: 'Sequence',
  kind: 'control',
  attrs: {},
  children,
})
