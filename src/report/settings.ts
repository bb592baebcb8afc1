import { isInWorld } from '#app/run-folder/read/read-manifest.js'
import { sha256 } from '#base/hash.js'
import { SHOWN_COLOURS, showsColours } from '#base/field-settings.js'
import { faultsOfRun, type ModelStamp, type RunManifest } from '#learning/manifest.js'

/** How a run was made, in words: name and value of all that its scores may depend on besides the seed. */
export function settingsOf(manifest: RunManifest): ReadonlyMap<string, string> {
  const { policy, strictAlg1, field, version } = manifest
  const inWorld = isInWorld(manifest)
  return new Map([
    ['actor', modelOf(manifest, 'actor') ?? manifest.actor],
    ['critic', modelOf(manifest, 'critic') ?? 'rules'],
    ['faults', faultsOfRun(manifest)],
    ...placeSettings(manifest),
    ['first policy', `${policy.name} ${policy.hash.slice(0, 12)}`],
    ...(inWorld ? [] : [[SHOWN_COLOURS.title, showsColours(manifest) ? 'yes' : 'no'] as const]),
    ['rollback', strictAlg1 ? 'off (Algorithm 1 exactly)' : 'on'],
    ['place as given', sha256(JSON.stringify(field.setup)).slice(0, 8)],
    ['graft', version],
  ])
}

/** What the world is like, where it is simulated: a real line has no settings. */
function placeSettings(manifest: RunManifest): (readonly [string, string])[] {
  const { faults, line = 'no faults' } = manifest
  if (isInWorld(manifest)) return [['scenario', scenarioOf(manifest)]]
  if (faults === 'real') return []
  return [['serial line', line]]
}

/** The model of a role, by name and content: another training of the same model is another setting. */
const modelOf = ({ models }: RunManifest, role: ModelStamp['role']): string | undefined =>
  models
    .filter((model) => model.role === role)
    .map(({ id, files }) => `${id} ${sha256(files.map((file) => file.sha256).join()).slice(0, 8)}`)
    .join(' and ') || undefined

const scenarioOf = ({ field: { setup } }: RunManifest): string =>
  (setup as { readonly scenario?: string | null } | null)?.scenario ?? 'none: all is as believed'
