import type { NodeDef, TreeDoc } from '#bt/document.js'

export const go = (to: string): NodeDef => ({ id: 'Go', kind: 'action', attrs: { to }, children: [] })
export const sequence = (...children: NodeDef[]): NodeDef => ({
  id: 'Sequence',
  kind: 'control',
  attrs: {},
  children,
})
export const call = (attrs: Record<string, string>): NodeDef => ({
  id: 'SubTree',
  kind: 'subtree',
  attrs,
  children: [],
})
/** Two trees, with a SubTree that is there and one without ID. */
export const doc: TreeDoc = {
  main: 'Main',
  trees: [
    { id: 'Load', root: sequence(go('9'), go('8'), sequence(go('7'))) },
    { id: 'Main', root: sequence(go('1'), sequence(go('2'), go('3')), call({ ID: 'Load' }), call({})) },
  ],
}
