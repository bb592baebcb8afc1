import type { RunEvent } from '#runtime/run-event.js'
import type { Clock } from '#base/clock.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { runEpisode, type EpisodeEnd } from '#runtime/episode.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, must, type Result } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import { fieldOutcome, type RefusalRecord } from '#learning/episode.js'
import type { StepEvent, LoggedStep } from '#learning/events.js'
import { score } from '#learning/score.js'
import type { JournalEntry } from '#link/wire-command.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import { prepareEpisode, type FieldEpisode } from '#runtime/field/prepare.js'
import type { FieldSetup } from '#simulation/field-setup.js'
import { parseLine } from '#simulation/line/line-spec.js'
import { fieldFromJson, type FieldJson } from '#app/run-folder/make-manifest.js'
import { virtualRobots, type ReadyConnection } from '#app/connections/robot-provider.js'
import { interruptionOf, type Interruption } from './interruption.js'
import type { StoredEpisode } from './stored-episode.js'
import { readTape, recordedConnection } from './wire-connection.js'
import { replayCritic } from '#app/command-line/replay-critic.js'
import type { Critic } from '#learning/critic/critic.js'

export type PlayedStep = StepEvent & { readonly t: number }

/** The result of executing an episode again. */
export interface PlayedEpisode {
  readonly trace: readonly TraceEvent[]
  readonly steps: readonly PlayedStep[]
  readonly commands: readonly JournalEntry[]
}

/** Observes the execution. */
export interface ReplayWatch {
  /** before the first turn */
  prepared?(parts: FieldEpisode): void
  event?(event: TraceEvent): void
  step?(step: PlayedStep): void
  command?(entry: JournalEntry): void
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
  library: NodeLibrary,
  watch: ReplayWatch = {},
): Promise<Result<PlayedEpisode, Diagnostic>> {
  const { record, doc } = stored
  const { manifest } = stored.run
  const setup = fieldFromJson(manifest.field.setup as FieldJson)
  const stop = interruptionOf(stored)
  const found = manifest.faults === 'real' ? fromWire(stored, setup) : await fromSeed(stored, setup, stop)
  if (!found.ok) return found
  const ready = found.value
  let seenEnough = false
  const body = paced(ready.body, (t) => {
    seenEnough ||= watch.turn?.(t) === true
  })
  const kept = new Kept(watch, body.clock)
  const asks = (kind: Interruption['kind']): boolean => stop?.kind === kind && body.clock.now() >= stop.at
  const parts = prepareEpisode({
    ...ready,
    body,
    episode: record.episode,
    doc,
    map: setup.map,
    library,
    critic: criticOf(stored.steps),
    before: stored.run.records.filter(({ episode }) => episode < record.episode),
    control: {
      ...UNATTENDED,
      stopRequested: () => seenEnough || asks('operator-stop'),
      estopRequested: () => asks('estop'),
    },
    listen: (event) => kept.event(event),
    journal: (entry) => kept.command(entry),
  })
  watch.prepared?.(parts)
  try {
    const ended = await playAll(parts, (step) => kept.step(step))
    if (!ended.ok) return err(notStarted(ended.error.text))
    kept.step({ kind: 'R', score: score(fieldOutcome(ended.value.facts)), refusals: parts.refusals })
    // the recorder of the original run keeps no more than this
    return ok({ ...kept, trace: kept.trace.slice(0, parts.trace.events.length) })
  } finally {
    body.close()
  }
}

/** Stores what is replayed and forwards it to the watch. */
class Kept {
  readonly trace: TraceEvent[] = []
  readonly steps: PlayedStep[] = []
  readonly commands: JournalEntry[] = []
  readonly #watch: ReplayWatch
  readonly #clock: Clock

  constructor(watch: ReplayWatch, clock: Clock) {
    this.#watch = watch
    this.#clock = clock
  }

  event(event: RunEvent): void {
    if (event.kind === 'refusal') this.#watch.refusal?.(event.refusal)
    if (event.kind !== 'node') return
    this.trace.push(event.event)
    this.#watch.event?.(event.event)
  }

  command(entry: JournalEntry): void {
    this.commands.push(entry)
    this.#watch.command?.(entry)
  }

  step(step: StepEvent): void {
    const played = { ...step, t: this.#clock.now() }
    this.steps.push(played)
    this.#watch.step?.(played)
  }
}

async function playAll(
  parts: FieldEpisode,
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

/** A new virtual robot on the same field with the same seed and faults. */
async function fromSeed(
  { run: { manifest }, record }: StoredEpisode,
  setup: FieldSetup,
  stop: Interruption | undefined,
): Promise<Result<ReadyConnection, Diagnostic>> {
  const firmware = readFirmware()
  if (!firmware.ok) return firmware
  const connections = virtualRobots({
    setup,
    wasm: firmware.value,
    seed: manifest.seed,
    faults: manifest.faults === 'none' ? 'none' : 'nominal',
    ...unplugOf(stop, record.episode),
    ...(manifest.line === undefined ? {} : { line: must(parseLine(manifest.line), 'the line of run.json') }),
  })
  const listeners = { onWire: undefined, onProgress: () => undefined }
  return ok(must(await connections.next(record.episode, listeners), 'a virtual robot'))
}

/** The controller as recorded on the wire. */
function fromWire(
  { run, record, wirePath }: StoredEpisode,
  setup: FieldSetup,
): Result<ReadyConnection, Diagnostic> {
  if (wirePath === undefined) return err(noWire(run.manifest.key, record.episode))
  const tape = readTape(wirePath)
  if (!tape.ok) return tape
  return ok({
    body: recordedConnection(tape.value, setup.map),
    sessionId: tape.value.sessionId,
    armedBy: 'the replay',
  })
}

const noWire = (key: string, episode: number): Diagnostic => ({
  code: 'replay.real-robot',
  severity: 'error',
  message: `episode ${episode} of ${key} was driven by a real controller, and the world has no seed`,
  expected: 'its wire, recorded with --wire',
  hint: 'see its trace, its report and its MCAP recording',
})

function paced(body: RobotConnection, after: (t: number) => void): RobotConnection {
  return {
    ...body,
    // a spread would evaluate the getter only once
    get stream() {
      return body.stream
    },
    pace: async (period: Ms) => {
      after(body.clock.now())
      await body.pace(period)
    },
  }
}

const unplugOf = (stop: Interruption | undefined, episode: number) =>
  stop?.kind === 'link-lost' ? { unplug: { episode, atSeconds: stop.at / 1000 } } : {}

const notStarted = (text: string): Diagnostic => ({
  code: 'replay.not-started',
  severity: 'error',
  message: 'the episode cannot be started again',
  got: text,
})

/**
 * A critic that repeats its reports from this episode. Takes them from the steps, not from `episodes.jsonl` as the
 * recorded critic of the benches does: there the FINAL report is already weighed against the score.
 */
const criticOf = (steps: readonly LoggedStep[]): Critic =>
  replayCritic(steps.flatMap((step) => ('report' in step ? [step.report] : [])))
