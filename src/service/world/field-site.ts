import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { RunManifest } from '#learning/manifest.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { readTableI } from '#learning/field/table-i.js'
import { fieldsOf, type SiteConfig } from '#config/service/site-config.js'
import { projectFile } from '#documents/read-text-file.js'
import { learnOnField } from '#app/field-run.js'
import { readLibrary, readPolicy, robotSubtrees } from '#app/policy.js'
import { fieldOfRun, makeManifest } from '#app/run-folder/field-manifest.js'
import { wireRecording } from '../recording/recorder.js'
import { serviceRobots } from '../motion/service-robots.js'
import { refusalOf } from '../refusal.js'
import { shownField } from '../show/shown-episode.js'
import { choicesOf, otherWorld, type SiteTask, type SiteWorld } from './site-world.js'

/** The field and its base, virtual or on a serial line. */
export async function fieldSite(config: SiteConfig): Promise<Result<SiteWorld, readonly Diagnostic[]>> {
  const table = readTableI()
  if (!table.ok) return table
  const library = readLibrary()
  const usual = await fieldsOf(config)
  if (!usual.ok) return usual
  const [setup] = usual.value
  if (setup === undefined) return err([NO_FIELD])
  const taskOf = (of: FieldSetup): SiteTask => fieldTask(config, library, of)
  return ok({
    library,
    subtrees: robotSubtrees(library),
    usesModels: true,
    usualTask: taskOf(setup),
    task: async (id) => {
      const found = await fieldsOf(config, id)
      if (!found.ok) return err(refusalOf(found.error))
      const [first] = found.value
      return first === undefined ? err(refusalOf([NO_FIELD])) : ok(taskOf(first))
    },
    taskOf: (manifest) =>
      Promise.resolve(isFieldRun(manifest) ? ok(taskOf(fieldOfRun(manifest))) : otherWorld(manifest)),
  })
}

function fieldTask(config: SiteConfig, library: SiteWorld['library'], setup: FieldSetup): SiteTask {
  const { robot, models, run, policy } = config
  const { map } = setup
  return {
    id: map.id,
    map,
    initialTree: () => readPolicy(policy.tree ?? projectFile('bt/initial.xml'), library),
    manifest: (request, start, stamps) => {
      const serial = robot.body === 'serial' ? { serial: robot.devices } : {}
      const inputs = {
        ...choicesOf(config, request),
        actor: models.actor,
        blockInfo: run.blockInfo,
        ...serial,
      }
      return makeManifest(inputs, setup, start, stamps)
    },
    learn: (parts, { monitor, control, log, ...prepared }) => {
      const { statusPublisher, wasm, modelLoader, arming, camera, timing, inProgress } = parts
      return learnOnField({
        ...prepared,
        setup,
        store: log,
        view: monitor.statusReporter,
        library,
        models: modelLoader.models,
        connections: serviceRobots({
          ...robot,
          setup,
          wasm,
          seed: prepared.manifest.seed,
          ground: prepared.manifest.ground ?? 'ideal',
          scanner: prepared.manifest.scanner ?? 'none',
          hold: config.alarm.hold,
          arming,
          signal: control.signal,
          ...(camera !== undefined && { cameraAt: (clock) => camera.at(clock) }),
          onTurn: () => monitor.beat(),
          onIdle: () => monitor.idle(),
          onOpened: (left) => (inProgress.left = left),
          onDevice: (device) => statusPublisher.set({ robot: { ...statusPublisher.status().robot, device } }),
        }),
        signal: control.signal,
        timing,
        ...(config.recording.wire && { wire: wireRecording(statusPublisher) }),
        host: monitor.host((episode) => shownField(episode, map)),
      })
    },
  }
}

const isFieldRun = ({ field: { setup } }: RunManifest): boolean =>
  typeof setup === 'object' && setup !== null && 'map' in setup

const NO_FIELD: Diagnostic = {
  code: 'field.none',
  severity: 'error',
  message: 'the field file contains no field',
}
