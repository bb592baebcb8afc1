import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { ModelStamp, RunManifest } from '#learning/manifest.js'

/** A run continues with the models that it began with, or not at all. */
export function sameModels(
  manifest: Pick<RunManifest, 'key' | 'models'>,
  models: readonly ModelStamp[],
): Result<void, Diagnostic> {
  const differ = ROLES.flatMap((role) => {
    const [was, now] = [of(role, manifest.models), of(role, models)]
    return sameFiles(was, now) ? [] : [{ role, was, now }]
  })
  if (differ.length === 0) return ok(undefined)
  return err({
    code: 'run.other-models',
    severity: 'error',
    message: `run ${manifest.key} was started with other models`,
    expected: differ.map(({ role, was }) => name(role, was)).join(', '),
    got: differ.map(({ role, was, now }) => name(role, now) + changed(was, now)).join(', '),
    hint: 'install the models of that run, or start a new one',
  })
}

const ROLES = ['critic', 'actor'] as const

const of = (role: ModelStamp['role'], models: readonly ModelStamp[]): ModelStamp | undefined =>
  models.find((stamp) => stamp.role === role)

const sameFiles = (was: ModelStamp | undefined, now: ModelStamp | undefined): boolean =>
  was?.id === now?.id && changedFiles(was, now).length === 0

const changedFiles = (was: ModelStamp | undefined, now: ModelStamp | undefined): readonly string[] => {
  const hashes = new Map(now?.files.map(({ path, sha256 }) => [path, sha256]))
  const gone = (was?.files ?? []).filter(({ path, sha256 }) => hashes.get(path) !== sha256)
  const known = new Set(was?.files.map(({ path }) => path))
  const added = (now?.files ?? []).filter(({ path }) => !known.has(path))
  return [...gone, ...added].map(({ path }) => path)
}

const name = (role: ModelStamp['role'], stamp: ModelStamp | undefined): string =>
  stamp === undefined ? `no model as ${role}` : `${role} ${stamp.id}`

/** A model of the same name whose files are others. */
const changed = (was: ModelStamp | undefined, now: ModelStamp | undefined): string =>
  was?.id === now?.id && now !== undefined
    ? ` with other contents of ${changedFiles(was, now).join(', ')}`
    : ''
