import type { PolicyStatus } from '#runtime/status/service-status.js'
import { anything, isThing } from './anything.js'
import type { Look } from '../text/look.js'
import { isLike, orNull, type Sample } from './shape.js'
import { pairs } from '../text/table.js'

/** The policy slots of a field, and the outcome of each tree tried. */
export function slots(answer: unknown, look: Look): string[] | undefined {
  if (Array.isArray(answer) && answer.every(isThing)) {
    return answer.flatMap((each) => slots(each, look) ?? anything(each, look))
  }
  if (!isThing(answer)) return undefined
  const status = answer['status'] ?? answer
  if (!isLike<PolicyStatus>(status, STATUS)) return undefined
  const { field, active, trial } = status
  const rows: (readonly [string, string])[] = [
    ['field', look.paint.bold(field)],
    ['last good', look.paint.good(active.slice(0, 12))],
    [
      'on trial',
      trial === null || trial === undefined
        ? 'nothing'
        : look.paint.warn(
            `${trial.hash.slice(0, 12)}: started ${trial.started}, finished ${trial.finished} of ${trial.needed}`,
          ),
    ],
  ]
  const history = answer['history']
  const past = Array.isArray(history) ? ['', look.paint.bold('history'), ...anything(history, look)] : []
  return [...pairs(rows, look), ...past]
}

const STATUS: Sample = {
  field: '',
  active: '',
  trial: orNull({ hash: '', started: 0, finished: 0, needed: 0 }),
}
