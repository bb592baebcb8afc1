import { assertNever } from '../../base/result.js'
import type { StepEvent } from '../../learning/events.js'
import type { RunView } from './view.js'

/**
 * Tells a view of one step of Algorithm 1. R, U and H are left out: a view learns of them with the whole record
 * (`episode`, `edit`), once it is on the disk.
 *
 * @param unit number of the unit that runs or ended last, from 1
 */
export function showStep(view: RunView, episode: number, unit: number, step: StepEvent, t: number): void {
  switch (step.kind) {
    case 'X':
      return view.unit({ episode, unit, label: step.label, status: step.status, t })
    case 'I':
    case 'M':
    case 'F':
      return view.verdict(step.report)
    case 'A':
      return view.alarm(episode, step.alarm)
    case 'T':
    case 'R':
    case 'U':
    case 'H':
      return
    default:
      return assertNever(step)
  }
}
