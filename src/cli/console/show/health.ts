import type { HealthRow } from '#runtime/health/health.js'
import type { Look } from '../text/look.js'
import { table } from '../text/table.js'
import { span } from '../text/time.js'
import { HEALTH_TONE, known } from './words.js'

export const health = (rows: readonly HealthRow[], look: Look): string[] =>
  table(
    ['row', 'state', 'last sign', 'due', 'must', 'text'],
    rows.map(({ id, state, ageMs, deadlineMs, critical, text }) => [
      id,
      look.paint[known(HEALTH_TONE, state) ?? 'bad'](state),
      span(ageMs),
      span(deadlineMs),
      critical ? 'yes' : 'no',
      text,
    ]),
    look,
  )
