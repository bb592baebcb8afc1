import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Mask } from '#base/field-map.js'
import { must } from '#base/result.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import { parseFieldText } from '#config/field/field-file.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { mission } from '../../robots/support/rig.js'

export const FIELD_NAMES = ['F1', 'F2', 'F3', 'F4', 'F5'] as const
export type FieldName = (typeof FIELD_NAMES)[number]

export const PLAN_NAMES = ['initial', 'reference', 'no rotation', 'blind'] as const
export type PlanName = (typeof PLAN_NAMES)[number]

export function shippedField(name: FieldName): FieldSetup {
  const path = fileURLToPath(new URL(`../../../config/fields/${name}.yaml`, import.meta.url))
  const [setup] = must(parseFieldText(readFileSync(path, 'utf8'), path), path)
  if (setup === undefined) throw new Error(`${path} holds no field`)
  return setup
}

/** The plans of benchmarks §6.1 for a field whose blocks are known. */
export function planOf(name: PlanName, setup: FieldSetup): TreeDoc {
  switch (name) {
    case 'initial':
      return mission('initial.xml')
    case 'reference':
      return turning((zone) => setup.orange.get(zone) ?? '0000')
    case 'no rotation':
      return mission('reference/best-F1.xml')
    case 'blind':
      return turning(() => '1111')
  }
}

/** The reference plan of F1 with a RotateBlocks before each unloading, where the mask names a cup. */
function turning(maskOf: (zone: number) => Mask): TreeDoc {
  const plan = mission('reference/best-F1.xml')
  const zones = [1, 3, 5, 7]
  const walk = (node: NodeDef): NodeDef => ({
    ...node,
    children: node.children.flatMap((child) => {
      if (child.attrs['ID'] !== 'UnloadBlocksSequence') return [walk(child)]
      const mask = maskOf(zones.shift() ?? 0)
      if (mask === '0000') return [child]
      return [{ id: 'RotateBlocks', kind: 'action' as const, attrs: { mask }, children: [] }, child]
    }),
  })
  return {
    ...plan,
    trees: plan.trees.map((tree) => (tree.id === plan.main ? { ...tree, root: walk(tree.root) } : tree)),
  }
}

/** Definitions of `bt/subtrees.xml`. */
export const subtrees = mission('initial.xml').trees.filter(({ id }) => id !== 'Main')
