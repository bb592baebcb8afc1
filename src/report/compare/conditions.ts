import { sha256 } from '#base/hash.js'
import { SHOWN_COLOURS, showsColours } from '#base/field-settings.js'
import { faultsOfRun, type ModelStamp, type RunManifest } from '#learning/manifest.js'

/** Runs that were made alike but for their seeds: scores of others say nothing about chance. */
export interface Condition<R> {
  /** what sets these runs apart from the others, such as `actor: rules`; '' where all were made alike */
  readonly label: string
  readonly runs: readonly R[]
}

/** Groups runs by how they were made, in the order in which they were named. */
export function byCondition<R extends { readonly manifest: RunManifest }>(
  runs: readonly R[],
): readonly Condition<R>[] {
  const differing = SETTINGS.filter(
    ([, read]) => new Set(runs.map(({ manifest }) => read(manifest))).size > 1,
  )
  const groups = new Map<string, R[]>()
  for (const run of runs) {
    const label = differing.map(([name, read]) => `${name}: ${read(run.manifest)}`).join('; ')
    groups.set(label, [...(groups.get(label) ?? []), run])
  }
  return [...groups].map(([label, of]) => ({ label, runs: of }))
}

/** All that a score may depend on besides the seed. */
const SETTINGS: readonly (readonly [name: string, read: (manifest: RunManifest) => string])[] = [
  ['actor', (manifest) => modelOf(manifest, 'actor') ?? manifest.actor],
  ['critic', (manifest) => modelOf(manifest, 'critic') ?? 'rules'],
  ['faults', faultsOfRun],
  ['serial line', ({ line = 'no faults' }) => line],
  ['first policy', ({ policy }) => `${policy.name} ${policy.hash.slice(0, 8)}`],
  [SHOWN_COLOURS.title, (manifest) => (showsColours(manifest) ? 'yes' : 'no')],
  ['rollback', ({ strictAlg1 }) => (strictAlg1 ? 'off' : 'on')],
  ['place as given', ({ field }) => sha256(JSON.stringify(field.setup)).slice(0, 8)],
  ['graft', ({ version }) => version],
]

/** The model of a role, by name and content: another training of the same model is another condition. */
const modelOf = ({ models }: RunManifest, role: ModelStamp['role']): string | undefined =>
  models
    .filter((model) => model.role === role)
    .map(({ id, files }) => `${id} ${sha256(files.map((file) => file.sha256).join()).slice(0, 8)}`)
    .join(' and ') || undefined
