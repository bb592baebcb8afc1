import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { ModelStamp } from '#learning/manifest.js'
import { findModel, verifyModels, readModels, type ListedModel } from '#app/models/model-lists.js'
import type { Configuration } from './configuration.js'

/** The models that these rows need, verified against their manifests before any worker is started. */
export async function modelStamps(
  rows: readonly Configuration[],
): Promise<Result<readonly ModelStamp[], readonly Diagnostic[]>> {
  const shipped = rows.some(({ critic }) => critic.kind === 'shipped')
  const actor = rows.some((row) => row.actor === 'model')
  const ids = rows.flatMap(({ critic }) => (critic.kind === 'local' ? [critic.id] : []))
  if (ids.length === 0 && !shipped && !actor) return ok([])
  const all = readModels()
  if (!all.ok) return err([all.error])
  const used = new Set<ListedModel>()
  for (const id of ids) {
    const found = findModel(all.value, id)
    if (!found.ok) return err([found.error])
    if (found.value.entry.role !== 'critic') return err([noCritic(id, found.value)])
    used.add(found.value)
  }
  for (const model of [
    ...(shipped ? first(all.value, 'critic') : []),
    ...(actor ? first(all.value, 'actor') : []),
  ])
    used.add(model)
  const problems = await verifyModels([...used])
  return problems.length > 0 ? err(problems) : ok([...used].map(stampOf))
}

const first = (all: readonly ListedModel[], role: string): readonly ListedModel[] =>
  all.filter(({ entry }) => entry.role === role).slice(0, 1)

const stampOf = ({ entry: { id, role, files } }: ListedModel): ModelStamp => ({
  id,
  role: role === 'actor' ? 'actor' : 'critic',
  files: files.map(({ path, sha256 }) => ({ path, sha256 })),
})

const noCritic = (id: string, { entry }: ListedModel): Diagnostic => ({
  code: 'model.role',
  severity: 'error',
  message: `the model '${id}' cannot be the critic`,
  expected: 'a model whose role is critic',
  got: `role ${entry.role}`,
})
