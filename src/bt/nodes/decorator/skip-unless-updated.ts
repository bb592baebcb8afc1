import { builtIn, port } from '../builtin.js'
import { UpdateGate } from './update-gate.js'

export const skipUnlessUpdated = builtIn(
  'decorator',
  'SkipUnlessUpdated',
  'Runs its child if the entry was written since it last did so; else it is skipped.',
  (site, children) => new UpdateGate(site, children, 'SKIPPED'),
  [port('in', 'entry', 'Any', 'Entry to check')],
)

export const waitValueUpdate = builtIn(
  'decorator',
  'WaitValueUpdate',
  'Waits until the entry is written, then runs its child.',
  (site, children) => new UpdateGate(site, children, 'RUNNING'),
  [port('in', 'entry', 'Any', 'Entry to check')],
)
