import type { Diagnostic } from '#base/diagnostic.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { readUnplug, type RunOptions } from '#app/command-line/options.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import { unplugText } from '#app/run-folder/field-manifest.js'

/** A cable that is to be pulled in an episode which the run does not have. */
export function pulledTooLate({ inject, episodes }: RunOptions): Diagnostic | undefined {
  if (inject === undefined || inject.episode <= episodes) return undefined
  return {
    code: 'run.no-such-episode',
    severity: 'error',
    message: `--inject pulls the cable in episode ${inject.episode}, and the run has ${episodes}`,
    expected: episodes === 1 ? 'episode 1' : `an episode from 1 to ${episodes}`,
    got: `--inject ${unplugText(inject)} with --episodes ${episodes}`,
    hint: 'name an earlier episode, or ask for more with --episodes',
  }
}

interface Interrupted {
  readonly manifest: Pick<RunManifest, 'inject'>
  /** its episodes that count */
  readonly before: readonly Ended[]
  /** those that it plays again, or has played again */
  readonly repeated: readonly Ended[]
}

type Ended = Pick<EpisodeRecord, 'episode' | 'endReason'>

/**
 * The options of a run that goes on, with the fault that it was begun with where that is still to come: an episode that
 * is repeated because its cable was pulled is not pulled out of the run again.
 */
export function stillToPull(options: RunOptions, { manifest, before, repeated }: Interrupted): RunOptions {
  const inject = manifest.inject === undefined ? undefined : readUnplug(manifest.inject)
  if (inject === undefined || options.given?.has('inject') === true) return options
  const over = [...before, ...repeated.filter(({ endReason }) => endReason === 'link-lost')]
  return over.some(({ episode }) => episode === inject.episode) ? options : { ...options, inject }
}

/** What is to be said of a run whose cable was to be pulled, and was not: the moment never came. */
export function neverPulled(
  end: Pick<Exclude<LearnRunEnd, { kind: 'not-started' }>, 'kind' | 'records'>,
  { inject }: Pick<RunOptions, 'inject'>,
): Diagnostic | undefined {
  const episode = end.records.find((record) => record.episode === inject?.episode)
  if (inject === undefined || episode?.endReason === 'link-lost') return undefined
  // a run that was stopped before it may still come to it
  if (episode === undefined && end.kind === 'cut-short') return undefined
  const why =
    episode === undefined
      ? `the run was over after episode ${end.records.length}`
      : `episode ${inject.episode} was over after ${episode.facts.operatingSeconds.toFixed(1)} s of motion`
  return {
    code: 'run.never-injected',
    severity: 'warning',
    message: `the cable was never pulled: ${why}`,
    expected: `--inject ${unplugText(inject)} to come to pass`,
    got: 'a run with no such fault',
    hint: 'name an earlier moment; the report lists the seconds of each episode',
  }
}
