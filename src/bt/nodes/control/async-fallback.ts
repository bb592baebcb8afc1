import { builtIn } from '../builtin.js'
import { Fallback } from './fallback.js'

export const asyncFallback = builtIn(
  'control',
  'AsyncFallback',
  'A Fallback that stays RUNNING between its children, so that it can be stopped there.',
  (site, children) => new Fallback(site, children, true),
)
