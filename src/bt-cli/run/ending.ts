import type { Diagnostic } from '#base/diagnostic.js'
import { NodeExecutionError } from '#bt/node/errors.js'
import type { TreeDoc } from '#bt/document.js'
import { nodeAt } from '#bt/paths.js'
import type { TraceEvent } from '#bt/trace.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { printable, type Paint } from '#terminal/paint.js'
import { plural } from '#app/command-line/words.js'
import type { RunOutcome } from './loop.js'

export function exitCodeOf(outcome: RunOutcome): ExitCode {
  switch (outcome.kind) {
    case 'done':
      return outcome.status === 'FAILURE' ? EXIT.failed : EXIT.ok
    case 'enough':
      return EXIT.ok
    case 'interrupted':
      return EXIT.interrupted
    case 'threw':
      return EXIT.failed
  }
}

/** The last line of the output: `SUCCESS after 134 ticks (2.68 s)`. */
export function endLine(outcome: RunOutcome, seconds: number, paint: Paint): string {
  const after = `after ${plural(outcome.ticks, 'tick')} (${seconds.toFixed(2)} s)`
  switch (outcome.kind) {
    case 'done': {
      const colour = outcome.status === 'FAILURE' ? paint.bad : paint.good
      return `${colour(outcome.status)} ${after}`
    }
    case 'enough':
      return outcome.status === 'RUNNING' ? `still RUNNING ${after}; halted` : `${outcome.status} ${after}`
    case 'interrupted':
      return `interrupted ${after}; halted`
    case 'threw':
      return `${paint.bad('stopped')} ${after}: the tree's data is wrong, or a node has a bug; halted`
  }
}

/** The leaf that failed last, and why: usually what matters about a FAILURE. */
export function lastFailure(event: TraceEvent, paint: Paint): string {
  const why = event.reason === undefined ? '' : `: ${printable(event.reason)}`
  return `${paint.dim('last leaf that failed:')} ${event.path} ${printable(event.node)}${why}`
}

/** An exception thrown by a tick, located at the node in its file. */
export function executionProblem(cause: unknown, doc: TreeDoc): Diagnostic {
  const message = cause instanceof Error ? cause.message : String(cause)
  const where = cause instanceof NodeExecutionError ? nodeAt(doc, cause.path)?.where : undefined
  return { code: 'bt.run-time', severity: 'error', message, ...(where === undefined ? {} : { where }) }
}
