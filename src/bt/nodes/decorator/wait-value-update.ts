import { builtIn, port } from '../builtin.js'
import { UpdateGate } from './update-gate.js'

export const waitValueUpdate = builtIn(
  'decorator',
  'WaitValueUpdate',
  'Waits until the entry is written, then runs its child.',
  (site, children) => new UpdateGate(site, children, 'RUNNING'),
  [port('in', 'entry', 'Any', 'Entry to check')],
)
