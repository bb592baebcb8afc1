import { builtIn } from '../builtin.js'
import { Sequence } from './sequence.js'

export const asyncSequence = builtIn(
  'control',
  'AsyncSequence',
  'A Sequence that stays RUNNING between its children, so that it can be stopped there.',
  (site, children) => new Sequence(site, children, true),
)
