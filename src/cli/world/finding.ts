import type { Diagnostic } from '#base/diagnostic.js'
import { formatDiagnostic } from '#base/diagnostic.js'

/** One thing that was checked. */
export interface Finding {
  readonly what: 'plan' | 'tree' | 'rules' | 'map' | 'expect' | 'robot'
  /** nothing to mend */
  readonly ok: boolean
  /** worth a look, though nothing may be wrong */
  readonly hint?: true
  readonly text: string
}

type What = Finding['what']

export const fine = (what: What, text: string): Finding => ({ what, ok: true, text })
export const wrong = (what: What, text: string): Finding => ({ what, ok: false, text })
export const worthALook = (what: What, text: string): Finding => ({ what, ok: true, hint: true, text })

/** A problem at its place in a file: an error is to be mended. */
export const ofProblem = (what: What, problem: Diagnostic): Finding =>
  problem.severity === 'error'
    ? wrong(what, formatDiagnostic(problem))
    : worthALook(what, formatDiagnostic(problem))

/** As `graft world check` prints it. */
export const findingLine = ({ ok, hint, text }: Finding): string =>
  `${!ok ? '✗' : hint === true ? '!' : '✓'} ${text}\n`
