import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { visibleInLine } from '#base/visible.js'
import { discardUnbegun } from '#adapters/store/unbegun.js'
import type { RunStore } from '#adapters/store/run-store.js'
import { EXIT, exitOfRefusal, type ExitCode } from '#app/command-line/exit-code.js'
import type { LearnRun, LearnRunEnd } from '#app/learn-run.js'
import { plural } from '#app/command-line/words.js'
import { onQuestion } from '#app/connections/operator.js'
import { describeDiskError } from '#app/run-folder/disk-error.js'
import type { RunView } from '#app/view.js'
import { readTrustedText } from '#documents/read-regular.js'
import { summarise } from '#learning/curve.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import { writeReport } from '#report/write-report.js'
import { watchEventLoop } from '#runtime/timing/event-loop.js'
import { Timing } from '#runtime/timing/timing.js'
import { createView } from '#terminal/json-view.js'

/** What a run gets from the terminal at which it is started. */
export interface Watch {
  readonly view: RunView
  readonly timing: Timing
}

export interface WatchedRun {
  readonly manifest: RunManifest
  readonly before: readonly EpisodeRecord[]
  readonly store: RunStore
  readonly json: boolean
  /** what --resume needs besides the run */
  readonly again?: string
  /** the command that goes on where this was cut short; by default `graft run --resume` of the run's folder */
  readonly goOn?: string
  /** who tells what happens; by default whoever suits the output */
  readonly view?: RunView
  /** aborted when the run is to end */
  readonly signal?: AbortSignal
  /** its time stands still while something else computes */
  readonly virtual: boolean
}

/** Runs the learning loop with a view, a report and an exit code. */
export async function watchRun(
  job: WatchedRun,
  learn: (watch: Watch) => Promise<LearnRunEnd>,
): Promise<ExitCode> {
  const { store, before } = job
  const view = job.view ?? createView(job.json, process.stdout)
  const timing = new Timing()
  // on a virtual robot time stands still during work, so a stalled loop delays nothing: it is counted, not reported
  const report = job.virtual ? () => undefined : (text: string) => view.link({ kind: 'stood', text })
  const unwatch = watchEventLoop(timing, report)
  const onAbort = (): void => view.stopping?.()
  job.signal?.addEventListener('abort', onAbort)
  const unhear = onQuestion((isAsked) => view.pause?.(isAsked))
  try {
    view.start({ manifest: job.manifest, finished: job.before })
    const end = await learn({ view, timing })
    if (end.kind === 'not-started') return refuseStart(end)
    const { report } = timing
    job.store.saveTiming(report)
    const written = await writeReport(job.store.folder, (damage) => void refuse([damage]))
    // the run is what it is, with or without a page about it
    if (!written.ok) refuse([written.error])
    const reportPath = written.ok ? written.value : undefined
    view.end({
      ...{ summary: end.summary, records: end.records, planned: job.manifest.episodes },
      ...{ reportPath, timing: report },
    })
    return end.kind === 'done' ? EXIT.ok : explainStop(end, job)
  } catch (error) {
    const trouble = describeDiskError(error, job.store.folder, true)
    if (trouble === undefined) throw error
    return refuse([trouble], EXIT.outputLost)
  } finally {
    unwatch()
    unhear()
    job.signal?.removeEventListener('abort', onAbort)
    view.close()
    store.close()
    if (before.length === 0) discardUnbegun(store.folder)
  }
}

const goOnOf = ({ goOn, store, again = '' }: WatchedRun): string =>
  goOn ?? `graft run --resume ${visibleInLine(store.folder)}${again}`

function explainStop({ by, why }: Extract<LearnRunEnd, { kind: 'cut-short' }>, job: WatchedRun): ExitCode {
  const again = `continue with: ${goOnOf(job)}`
  switch (by) {
    case 'link-lost':
      process.stderr.write(
        `${why === '' ? 'the link to the controller was lost; it has stopped the robot by itself' : why}\n${again}\n`,
      )
      return EXIT.linkLost
    case 'estop':
      process.stderr.write(`the emergency stop ended the run${why === '' ? '' : `: ${why}`}\n${again}\n`)
      return EXIT.estop
    case 'no-answer':
    case 'refused':
    case 'not-armed':
    case 'not-at-start':
      process.stderr.write(`the next episode did not start: ${why}\n${again}\n`)
      return EXIT.linkLost
    case 'stopped':
    case 'operator-stop':
    case 'access-lost':
    case 'tree-success':
    case 'tree-failure':
    case 'home-reached':
    case 'time-limit':
      process.stderr.write(
        `stopped${job.goOn === undefined ? '; every finished episode is kept' : ''}\n${again}\n`,
      )
      return EXIT.interrupted
  }
}

/** The first episode did not start, or was stopped before it was over. */
function refuseStart({ failure }: Extract<LearnRunEnd, { kind: 'not-started' }>): ExitCode {
  const { kind, text, hint } = failure
  const problem: Diagnostic = {
    code: `start.${kind}`,
    severity: 'error',
    message: text,
    ...(hint !== undefined && { hint }),
  }
  return refuse([problem], kind === 'stopped' ? EXIT.interrupted : EXIT.linkLost)
}

export function refuse(
  problems: readonly Diagnostic[],
  code: ExitCode = exitOfRefusal(...problems),
): ExitCode {
  for (const problem of problems) process.stderr.write(`${formatDiagnostic(problem)}\n`)
  return code
}

/** A run that is complete is left as it is: its timing belongs to the process that ran it. */
export function isComplete({
  manifest,
  before,
  store,
}: Pick<LearnRun<RunStore>, 'manifest' | 'before' | 'store'>): boolean {
  if (before.length === 0 || !summarise(before, manifest).complete) return false
  // written last: a run that was killed before them, or has lost one, still gets summary and report
  const summary = join(store.folder, 'summary.json')
  if (!existsSync(join(store.folder, 'report.html')) || !existsSync(summary)) return false
  if (!readTrustedText(summary).includes('"complete": true')) return false
  store.close()
  const done = `${before.length} of ${plural(manifest.episodes, 'episode')}`
  process.stderr.write(`${visibleInLine(manifest.key)} is complete (${done}): nothing to resume\n`)
  return true
}
