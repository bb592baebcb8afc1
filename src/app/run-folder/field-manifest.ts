import { canonicalJson, sha256, type Json } from '#base/hash.js'
import type { TreeDoc } from '#bt/document.js'
import { treeHash } from '#bt/xml/write.js'
import type { ModelStamp, RunManifest } from '#learning/manifest.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { version } from '#documents/read-text-file.js'
import type { RunOptions, Unplug } from '../command-line/options.js'
import type { FieldMap, Mask, Pose, ZoneId } from '#base/field-map.js'

/** The command line options that define a run. */
export type RunInputs = Pick<
  RunOptions,
  | 'seed'
  | 'episodes'
  | 'serial'
  | 'faults'
  | 'ground'
  | 'scanner'
  | 'actor'
  | 'blockInfo'
  | 'strictAlg1'
  | 'untilClean'
  | 'line'
  | 'inject'
> &
  OfService

/** Set where a service runs it: the same inputs give another run there, with pauses at alarms. */
export interface OfService {
  readonly service?: boolean
}

/** Names a run by its inputs: equal inputs give equal keys, different inputs different ones. */
export function makeManifest(
  options: RunInputs,
  setup: FieldSetup,
  policy: TreeDoc,
  models: readonly ModelStamp[],
): RunManifest {
  const { ground = 'ideal', scanner = 'none' } = options
  const inputs = {
    format: 1,
    version: version(),
    field: { id: setup.map.id, setup: fieldToJson(setup) },
    seed: options.seed,
    episodes: options.episodes,
    // a real robot has real faults
    faults: options.serial === undefined ? options.faults : 'real',
    policy: { name: policy.main, hash: treeHash(policy) },
    models,
    actor: options.actor,
    blockInfo: options.blockInfo,
    strictAlg1: options.strictAlg1,
    ...(options.untilClean === true && { untilClean: true }),
    ...(options.serial === undefined && ground !== 'ideal' && { ground }),
    ...(options.serial === undefined && scanner !== 'none' && { scanner }),
    ...(options.line === undefined ? {} : { line: options.line }),
    ...(options.inject !== undefined && { inject: unplugText(options.inject) }),
    ...(options.service === true && { service: true }),
    ...(options.serial === undefined && { camera: MAST_CAMERA }),
  } as const
  const digest = sha256(canonicalJson(inputs as unknown as Json)).slice(0, 8)
  return { ...inputs, key: `${safeName(setup.map.id)}-s${options.seed}-${digest}` }
}

/** As it is typed. */
export const unplugText = ({ episode, atSeconds }: Unplug): string => `unplug@${episode}:${atSeconds}`

/** A field's id comes from a file of the user's; the folder's name must not leave the run folder. */
const safeName = (id: string): string => id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 40)

/** A field as stored in `run.json`: complete, so that a run can be resumed without the file that it came from. */
export interface FieldJson {
  readonly map: FieldMap
  readonly orange: readonly { readonly zone: ZoneId; readonly mask: Mask }[]
  readonly start: Pose
}

export const fieldToJson = (setup: FieldSetup): FieldJson => ({
  map: setup.map,
  orange: [...setup.orange].map(([zone, mask]) => ({ zone, mask })),
  start: setup.start,
})

export const fieldFromJson = (json: FieldJson): FieldSetup => ({
  map: json.map,
  orange: new Map(json.orange.map(({ zone, mask }) => [zone, mask])),
  start: json.start,
})

/** The field of a run on one. */
export const fieldOfRun = ({ field }: Pick<RunManifest, 'field'>): FieldSetup =>
  fieldFromJson(field.setup as FieldJson)
