import type { RunEvent, RunListener } from '#runtime/run-event.js'
import { UNATTENDED, type EpisodeControl } from '#runtime/ending/episode-control.js'
import { runEpisode, type EpisodeEnd, type EpisodeParts } from '#runtime/episode.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Clock } from '#base/clock.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeOutcome, RefusalRecord, ScoreSheet } from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import type { CommandEntry } from '#runtime/run-log.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import { interruptionOf, type Interruption } from './interruption.js'
import type { ShownEpisode } from '#service/show/shown-episode.js'
import type { StoredEpisode } from './stored-episode.js'

export type PlayedStep = StepEvent & { readonly t: number }

/** The result of executing an episode again. */
export interface PlayedEpisode {
  readonly trace: readonly TraceEvent[]
  readonly steps: readonly PlayedStep[]
  readonly commands: readonly CommandEntry[]
}

/** What a replay needs of the place where a run was: a field, or a world described by data. */
export interface ReplayWorld {
  readonly library: NodeLibrary
  /** Prepares an episode as it was prepared then. */
  prepare(stored: StoredEpisode, replay: Replaying): Promise<Result<ShownEpisode, Diagnostic>>
  /** Scores an episode by the rules of its task. */
  score(outcome: EpisodeOutcome): ScoreSheet
}

/** Who watches the episode, and what ends it. */
interface Replaying {
  readonly control: (clock: Clock) => EpisodeControl
  readonly listen: RunListener
  readonly journal: (entry: CommandEntry) => void
}

/** Observes the execution. */
export interface ReplayWatch {
  /** before the first turn */
  prepared?(shown: ShownEpisode): void
  event?(event: TraceEvent): void
  step?(step: PlayedStep): void
  command?(entry: CommandEntry): void
  refusal?(refusal: RefusalRecord): void
  /** called after the reflex loop's turn at `t` ms. @returns true to end the replay early */
  turn?(t: number): unknown
}

/**
 * Executes an episode again: same field, seed, faults and tree, the critic's recorded reports, and the interruption at
 * its time. Needs no models: their answers are inputs here.
 */
export async function reExecute(
  stored: StoredEpisode,
  world: ReplayWorld,
  watch: ReplayWatch = {},
): Promise<Result<PlayedEpisode, Diagnostic>> {
  const stop = interruptionOf(stored)
  let seenEnough = false
  const kept = new Kept(watch)
  const prepared = await world.prepare(stored, {
    control: (clock) => {
      const asks = (kind: Interruption['kind']): boolean => stop?.kind === kind && clock.now() >= stop.at
      return {
        ...UNATTENDED,
        stopRequested: () => seenEnough || asks('operator-stop'),
        estopRequested: () => asks('estop'),
      }
    },
    listen: (event) => kept.event(event),
    journal: (entry) => kept.command(entry),
  })
  if (!prepared.ok) return prepared
  const shown = prepared.value
  const turned = (): void => {
    seenEnough ||= watch.turn?.(shown.parts.body.clock.now()) === true
  }
  const parts = { ...shown.parts, turned }
  watch.prepared?.(shown)
  try {
    const ended = await playAll(parts, (step) => kept.step(step, parts.body.clock.now()))
    if (!ended.ok) return err(notStarted(ended.error.text))
    const sheet = world.score(ended.value.facts)
    kept.step({ kind: 'R', score: sheet, refusals: parts.refusals }, parts.body.clock.now())
    const { steps, commands } = kept
    // the recorder of the original run keeps no more than this
    return ok({ steps, commands, trace: kept.trace.slice(0, parts.trace.events.length) })
  } finally {
    parts.body.close()
  }
}

/** Stores what is replayed and forwards it to the watch. */
class Kept {
  readonly trace: TraceEvent[] = []
  readonly steps: PlayedStep[] = []
  readonly commands: CommandEntry[] = []
  readonly #watch: ReplayWatch

  constructor(watch: ReplayWatch) {
    this.#watch = watch
  }

  event(event: RunEvent): void {
    if (event.kind === 'refusal') this.#watch.refusal?.(event.refusal)
    if (event.kind !== 'node') return
    this.trace.push(event.event)
    this.#watch.event?.(event.event)
  }

  command(entry: CommandEntry): void {
    this.commands.push(entry)
    this.#watch.command?.(entry)
  }

  step(step: StepEvent, t: number): void {
    const played = { ...step, t }
    this.steps.push(played)
    this.#watch.step?.(played)
  }
}

async function playAll(
  parts: EpisodeParts,
  tell: (step: StepEvent) => void,
): Promise<Result<EpisodeEnd, BringUpFailure>> {
  const episode = runEpisode(parts)
  let turn = await episode.next()
  while (turn.done !== true) {
    tell(turn.value)
    turn = await episode.next()
  }
  return turn.value
}

const notStarted = (text: string): Diagnostic => ({
  code: 'replay.not-started',
  severity: 'error',
  message: 'the episode cannot be started again',
  got: text,
})
