import { formatDiagnostic, type Diagnostic } from '../../base/diagnostic.js'
import { must } from '../../base/result.js'
import { writeTree } from '../../bt/xml/write.js'
import { readFirmware } from '../../adapters/firmware-wasm/firmware-file.js'
import type { FfmpegCamera } from '../../adapters/camera/ffmpeg-camera.js'
import { holdRank } from '../../adapters/scheduling/real-time.js'
import { RunStore } from '../../adapters/store/run-store.js'
import { watchEventLoop } from '../../runtime/timing/event-loop.js'
import { Timing } from '../../runtime/timing/timing.js'
import { EXIT, type ExitCode } from '../exit-code.js'
import { projectFile } from '../project-files.js'
import { writeReport } from '../report/write-report.js'
import { createView } from '../terminal/create-view.js'
import type { RunManifest } from '../../learning/manifest.js'
import type { FieldMap } from '../../base/field-map.js'
import type { FieldSetup } from '../../sim/field-setup.js'
import { serialBodies, virtualBodies, type BodySource, type SerialOptions } from './bodies.js'
import { chooseFields } from './choose-fields.js'
import { diskTrouble } from '../disk-trouble.js'
import { findRun } from '../find-run.js'
import { learnOnField, type FieldRun, type FieldRunEnd } from './field-run.js'
import { parseLine } from '../../sim/line/line-spec.js'
import { makeManifest } from './make-manifest.js'
import { openMinds } from './minds.js'
import type { RunOptions } from './options.js'
import { monotonic } from './serial-body.js'
import { runAsOwnerOf } from '../state-folder.js'
import { cameraWish, openCamera } from '../site/open-camera.js'
import { readLibrary, readPolicy } from './policy.js'
import { restoreRun } from './restore.js'
import { keepWire } from '../tap/episode-wires.js'

/**
 * `graft run`: checks everything that could be wrong before anything moves (fields, policy, firmware, models), then
 * learns on each field in turn.
 */
export async function executeRun(options: RunOptions, signal: AbortSignal): Promise<ExitCode> {
  if (options.camera !== undefined && options.serial === undefined) return refuse([CAMERA_ALONE])
  // before any other thread or process; who may not have it drives all the same
  if (options.serial !== undefined)
    holdRank({ endAfterMs: END_AFTER_MS, tell: (text) => void process.stderr.write(`${text}\n`) })
  const resumed = options.resume === undefined ? undefined : findRun(options.out, options.resume)
  const as = runAsOwnerOf(resumed ?? options.out)
  if (!as.ok) return refuse([as.error])
  const library = readLibrary()
  const firmware = readFirmware()
  if (!firmware.ok) return refuse([firmware.error])
  const fields = await chooseFields(options)
  if (!fields.ok) return refuse(fields.error)
  const policy = readPolicy(options.tree ?? projectFile('bt/initial.xml'), library)
  if (!policy.ok) return refuse(policy.error)
  // before the models: starting a process is slow once this one is big
  const camera = options.serial === undefined ? undefined : openEyes(options.camera)
  const minds = await openMinds(options, library)
  if (!minds.ok) {
    await camera?.close()
    return refuse(minds.error, EXIT.models)
  }
  const parts = { library, minds: minds.value, signal, ...(options.wire === true && { wire: keepWire }) }
  const bodiesOf = (manifest: RunManifest, setup: FieldSetup): BodySource => {
    if (options.serial !== undefined)
      return serialBodies({
        ...serialOptions(options, options.serial, setup.map),
        ...(camera !== undefined && { eyes: (clock) => camera.at(clock) }),
      })
    const faults = manifest.faults === 'none' ? 'none' : 'nominal'
    const unplug = options.inject === undefined ? {} : { unplug: options.inject }
    const line =
      manifest.line === undefined ? {} : { line: must(parseLine(manifest.line), 'the line of run.json') }
    return virtualBodies({ setup, wasm: firmware.value, seed: manifest.seed, faults, ...unplug, ...line })
  }
  try {
    if (options.resume !== undefined) {
      const restored = restoreRun(options.out, options.resume, minds.value.stamps, library)
      if (!restored.ok) return refuse([restored.error])
      const bodies = bodiesOf(restored.value.manifest, restored.value.setup)
      return await watched({ ...restored.value, ...parts, bodies }, options)
    }
    for (const setup of fields.value) {
      const manifest = makeManifest(options, setup, policy.value, minds.value.stamps)
      const store = RunStore.create(options.out, manifest, writeTree(policy.value))
      const bodies = bodiesOf(manifest, setup)
      const code = await watched(
        { manifest, setup, start: policy.value, before: [], store, ...parts, bodies },
        options,
      )
      if (code !== EXIT.ok) return code
    }
    return EXIT.ok
  } catch (error) {
    const trouble = diskTrouble(error, options.out)
    if (trouble === undefined) throw error
    return refuse([trouble])
  } finally {
    await camera?.close()
    await minds.value.close()
  }
}

/** A report is written in one go, and nobody starts this process again: more patience than the service has. */
const END_AFTER_MS = 10_000

const CAMERA_ALONE: Diagnostic = {
  code: 'run.camera-alone',
  severity: 'error',
  message: '--camera goes with --serial',
  expected: 'a real robot for a real camera to look at',
  got: '--camera without --serial',
  hint: 'the virtual robot has a simulated camera: leave --camera out',
}

const openEyes = (device: string | undefined): FfmpegCamera | undefined =>
  device === undefined
    ? undefined
    : openCamera(cameraWish(device), monotonic(), { tell: (text) => void process.stderr.write(`${text}\n`) })

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

/** One field, with a view, a report and an exit code. */
async function watched(job: Omit<FieldRun, 'view' | 'timing'>, options: RunOptions): Promise<ExitCode> {
  const view = createView(options.json, process.stdout)
  const timing = new Timing()
  // where time stands while somebody works, a loop that stands delays nobody: it is counted, and not told
  const told = job.bodies.virtual ? () => undefined : (text: string) => view.link({ kind: 'stood', text })
  const unwatch = watchEventLoop(timing, told)
  try {
    view.start({ manifest: job.manifest, finished: job.before })
    const end = await learnOnField({ ...job, view, timing })
    if (end.kind === 'not-started') return refuse([startFailure(end)])
    const { report } = timing
    job.store.saveTiming(report)
    const reportPath = await writeReport(job.store.folder)
    view.end({ summary: end.summary, records: end.records, reportPath, timing: report })
    return end.kind === 'done' ? EXIT.ok : explainStop(end, job.store.folder)
  } finally {
    unwatch()
    view.close()
    job.store.close()
  }
}

function explainStop({ by, why }: Extract<FieldRunEnd, { kind: 'cut-short' }>, folder: string): ExitCode {
  const again = `go on with: graft run --resume ${folder}`
  switch (by) {
    case 'link-lost':
      process.stderr.write(
        `the link to the controller was lost; it has stopped the robot by itself\n${again}\n`,
      )
      return EXIT.linkLost
    case 'estop':
      process.stderr.write(`the emergency stop ended the run${why === '' ? '' : `: ${why}`}\n${again}\n`)
      return EXIT.estop
    case 'operator-stop':
    case 'tree-success':
    case 'tree-failure':
    case 'home-reached':
    case 'time-limit':
      process.stderr.write(`stopped; every finished episode is kept\n${again}\n`)
      return EXIT.interrupted
  }
}

const startFailure = ({ failure }: Extract<FieldRunEnd, { kind: 'not-started' }>): Diagnostic => ({
  code: `start.${failure.kind}`,
  severity: 'error',
  message: failure.text,
})

function refuse(problems: readonly Diagnostic[], code: ExitCode = EXIT.usage): ExitCode {
  for (const problem of problems) process.stderr.write(`${formatDiagnostic(problem)}\n`)
  return code
}
