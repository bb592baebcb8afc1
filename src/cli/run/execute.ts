import { err, ok, type Result, must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { type Diagnostic } from '#base/diagnostic.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { FfmpegCamera } from '#adapters/camera/ffmpeg-camera.js'
import { holdRealTimePriority } from '#adapters/scheduling/real-time.js'
import { readInterrupted, RunStore } from '#adapters/store/run-store.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { projectFile } from '#documents/read-text-file.js'
import type { RunManifest } from '#learning/manifest.js'
import type { FieldMap } from '#base/field-map.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import {
  serialRobots,
  virtualRobots,
  type RobotProvider,
  type SerialOptions,
} from '#app/connections/robot-provider.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { describeDiskError } from '#app/run-folder/disk-error.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { isInWorld } from '#app/run-folder/read/read-manifest.js'
import { checkRestorable, restoreRun } from '#app/run-folder/restore.js'
import { namesFieldWorld, readFieldWorld } from '#app/world/field/field-world.js'
import { readTableI } from '#learning/field/table-i.js'
import { contradictions } from './contradictions.js'
import { missingPartner } from './partners.js'
import { neverPulled, stillToPull } from './pulled-cable.js'
import { learnOnField, type FieldRun } from '#app/field-run.js'
import { asBegun, manifestToResume } from './as-begun.js'
import { executeWorldRun } from './execute-world.js'
import { isComplete, refuse, watchRun } from './watch-run.js'
import { parseLine } from '#simulation/line/line-spec.js'
import { fieldOfRun, makeManifest } from '#app/run-folder/field-manifest.js'
import { openModelSet } from '#app/models/model-set.js'
import type { RunOptions } from '#app/command-line/options.js'
import { monotonicClock } from '#app/connections/serial-connection.js'
import { awaitDevice } from '#app/connections/find-controller.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { cameraSettings, openCamera } from '#app/connections/open-camera.js'
import { readLibrary, readPolicy } from '#app/policy.js'
import { recordWire } from '#app/run-folder/episode-wires.js'

/**
 * `graft run`: checks everything that could be wrong before anything moves (fields, policy, firmware, models), then
 * learns on each field in turn.
 */
export async function executeRun(asked: RunOptions, signal: AbortSignal): Promise<ExitCode> {
  const resumed = manifestToResume(asked)
  if (runsInWorld(asked, resumed)) return executeWorldRun(asked, signal)
  const options = resumed === undefined ? asked : asBegun(asked, resumed)
  const alone = missingPartner(options)
  if (alone !== undefined) return refuse([alone])
  if (options.serial !== undefined) takePriority()
  const rules = options.world === undefined ? readTableI() : await readFieldWorld(options)
  if (!rules.ok) return refuse(rules.error)
  const library = readLibrary()
  const read = await readInputs(options, library)
  if (!read.ok) return refuse(read.error)
  const { firmware, fields, policy } = read.value
  if (await isAbsent(options.serial)) return EXIT.linkLost
  // before the models: starting a process is slow once this one is large
  const camera = options.serial === undefined ? undefined : openConfiguredCamera(options.camera)
  const models = await openModelSet(options, library)
  if (!models.ok) {
    await camera?.close()
    return refuse(models.error, EXIT.models)
  }
  const parts = { library, models: models.value, signal, ...(options.wire === true && { wire: recordWire }) }
  try {
    if (options.resume !== undefined) {
      const restored = restoreRun(options.out, options.resume, models.value.stamps, library)
      if (!restored.ok) return refuse([restored.error])
      if (isComplete(restored.value)) return EXIT.ok
      const job = { ...restored.value, setup: fieldOfRun(restored.value.manifest) }
      const goesOn = stillToPull(options, { ...job, repeated: readInterrupted(job.store.folder) })
      const connections = connectionsOf(goesOn, job, firmware, camera)
      return await onField({ ...job, ...parts, connections }, goesOn)
    }
    for (const setup of fields) {
      const manifest = makeManifest(options, setup, policy, models.value.stamps)
      const store = RunStore.create(options.out, manifest, writeTree(policy))
      const job = { manifest, setup, start: policy, before: [], store, ...parts }
      const connections = connectionsOf(options, job, firmware, camera)
      const code = await onField({ ...job, connections }, options)
      if (code !== EXIT.ok) return code
    }
    return EXIT.ok
  } catch (error) {
    const trouble = describeDiskError(error, options.out)
    if (trouble === undefined) throw error
    return refuse([trouble])
  } finally {
    await camera?.close()
    await models.value.close()
  }
}

/** The field is a world too, and the one that runs without the loop of the others. */
const runsInWorld = ({ world }: RunOptions, resumed: RunManifest | undefined): boolean =>
  (world !== undefined && !namesFieldWorld(world)) || (resumed !== undefined && isInWorld(resumed))

interface Inputs {
  readonly firmware: Parameters<typeof virtualRobots>[0]['wasm']
  readonly fields: readonly FieldSetup[]
  readonly policy: TreeDoc
}

/** Reads and checks the inputs named by the options; from here on as the owner of the runs' folder. */
async function readInputs(
  options: RunOptions,
  library: NodeLibrary,
): Promise<Result<Inputs, readonly Diagnostic[]>> {
  const resumed = options.resume === undefined ? undefined : findRun(options.out, options.resume)
  if (resumed?.ok === false) return err([resumed.error])
  const as = runAsOwnerOf(resumed?.value ?? options.out)
  if (!as.ok) return err([as.error])
  const firmware = readFirmware()
  if (!firmware.ok) return err([firmware.error])
  const fields = await chooseFields(options)
  if (!fields.ok) return fields
  const policy = readPolicy(options.tree ?? projectFile('bt/initial.xml'), library)
  if (!policy.ok) return policy
  if (resumed !== undefined) {
    const asked = { fields: fields.value, treeHash: treeHash(policy.value) }
    const manifest = checkOnDisk(resumed.value, library)
    if (!manifest.ok) return err([manifest.error])
    const wrong = contradictions(options, manifest.value, asked)
    if (wrong.length > 0) return err(wrong)
  }
  return ok({ firmware: firmware.value, fields: fields.value, policy: policy.value })
}

/** A disk that lets nobody lock the run says so before anything is loaded. */
function checkOnDisk(folder: string, library: NodeLibrary): ReturnType<typeof checkRestorable> {
  try {
    return checkRestorable(folder, library)
  } catch (error) {
    const trouble = describeDiskError(error, folder, true)
    if (trouble === undefined) throw error
    return err(trouble)
  }
}

/** The robots of a run, one connection per episode. */
function connectionsOf(
  options: RunOptions,
  { manifest, setup }: { readonly manifest: RunManifest; readonly setup: FieldSetup },
  wasm: Parameters<typeof virtualRobots>[0]['wasm'],
  camera: FfmpegCamera | undefined,
): RobotProvider {
  if (options.serial !== undefined)
    return serialRobots({
      ...serialOptions(options, options.serial, setup.map),
      ...(camera !== undefined && { cameraAt: (clock) => camera.at(clock) }),
    })
  const faults = manifest.faults === 'none' ? 'none' : 'nominal'
  const unplug = options.inject === undefined ? {} : { unplug: options.inject }
  const line =
    manifest.line === undefined ? {} : { line: must(parseLine(manifest.line), 'the line of run.json') }
  const { seed, ground = 'ideal', scanner = 'none' } = manifest
  return virtualRobots({ setup, wasm, seed, faults, ground, scanner, ...unplug, ...line })
}

/** Says that a port is not there, before the models are loaded, which takes long. */
async function isAbsent(devices: string | undefined): Promise<boolean> {
  if (devices === undefined) return false
  const found = await awaitDevice({ devices, timeoutMs: 1000, clock: monotonicClock() })
  if (!found.ok) refuse([{ code: 'start.no-answer', severity: 'error', message: found.error.text }])
  return !found.ok
}

/** ms; longer than in the service: a report is written in one go, and nothing restarts this process */
const END_AFTER_MS = 10_000

/** Before any other thread or process starts; without the privilege, the run continues anyway. */
function takePriority(): void {
  const report = (text: string): void => void process.stderr.write(`${text}\n`)
  holdRealTimePriority({ endAfterMs: END_AFTER_MS, report })
}

const openConfiguredCamera = (device: string | undefined): FfmpegCamera | undefined =>
  device === undefined
    ? undefined
    : openCamera(cameraSettings(device), monotonicClock(), {
        tell: (text) => void process.stderr.write(`${text}\n`),
      })

const serialOptions = (
  { armedBy, reconnect }: RunOptions,
  devices: string,
  map: FieldMap,
): SerialOptions => ({
  devices,
  map,
  ...(armedBy !== undefined && { armedBy }),
  ...(reconnect !== undefined && { reconnectSeconds: reconnect }),
})

async function onField(job: Omit<FieldRun, 'view' | 'timing'>, options: RunOptions): Promise<ExitCode> {
  const { json, wire } = options
  let trouble: Diagnostic | undefined
  const code = await watchRun(
    { ...job, json, virtual: job.connections.virtual, again: wire === true ? ' --wire' : '' },
    async (watch) => {
      const end = await learnOnField({ ...job, ...watch })
      if (end.kind !== 'not-started') trouble = neverPulled(end, options)
      return end
    },
  )
  return trouble === undefined ? code : refuse([trouble], code)
}
