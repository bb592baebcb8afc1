import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, must, type Result } from '#base/result.js'
import type { NodeLibrary } from '#bt/library.js'
import { fieldOutcome } from '#learning/field-score.js'
import { score } from '#learning/field-score.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { parseLine } from '#simulation/line/line-spec.js'
import { shownField } from '#service/show/shown-episode.js'
import { recordedCritic } from '#app/command-line/replay-critic.js'
import { virtualRobots, type ReadyConnection } from '#app/connections/robot-provider.js'
import { fieldOfRun } from '#app/run-folder/field-manifest.js'
import { interruptionOf, type Interruption } from './interruption.js'
import type { ReplayWorld } from './re-execute.js'
import type { StoredEpisode } from './stored-episode.js'
import { readTape, recordedConnection } from './wire-connection.js'

/** A run on a field: the same virtual robot, or a real controller from its wire. */
export const replayOnField = (library: NodeLibrary): ReplayWorld => ({
  library,
  score: (outcome) => score(fieldOutcome(outcome)),
  prepare: async (stored, { control, ...watch }) => {
    const { manifest } = stored.run
    const setup = fieldOfRun(manifest)
    const stop = interruptionOf(stored)
    const found = manifest.faults === 'real' ? fromWire(stored, setup) : await fromSeed(stored, setup, stop)
    if (!found.ok) return found
    const ready = found.value
    const { episode } = stored.record
    const parts = prepareEpisode({
      ...ready,
      ...watch,
      episode,
      doc: stored.doc,
      map: setup.map,
      library,
      critic: recordedCritic(stored.steps),
      before: stored.run.records.filter((record) => record.episode < episode),
      control: control(ready.body.clock),
    })
    return ok(shownField(parts, setup.map))
  },
})

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
    ground: manifest.ground ?? 'ideal',
    scanner: manifest.scanner ?? 'none',
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

const unplugOf = (stop: Interruption | undefined, episode: number) =>
  stop?.kind === 'link-lost' ? { unplug: { episode, atSeconds: stop.at / 1000 } } : {}
