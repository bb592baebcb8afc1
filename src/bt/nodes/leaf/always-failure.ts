import { LeafNode } from '../../engine/leaf-node.js'
import { builtIn } from '../builtin.js'

export const alwaysFailure = builtIn(
  'action',
  'AlwaysFailure',
  'Fails at once.',
  (site) => new LeafNode(site, { start: () => 'FAILURE', run: () => 'FAILURE', halt: () => undefined }),
)
