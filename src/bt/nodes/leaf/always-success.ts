import { LeafNode } from '../../engine/leaf-node.js'
import { builtIn } from '../builtin.js'

export const alwaysSuccess = builtIn(
  'action',
  'AlwaysSuccess',
  'Succeeds at once.',
  (site) => new LeafNode(site, { start: () => 'SUCCESS', run: () => 'SUCCESS', halt: () => undefined }),
)
