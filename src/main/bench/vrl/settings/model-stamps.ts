import type { Diagnostic } from '../../../../base/diagnostic.js'
import { err, ok, type Result } from '../../../../base/result.js'
import type { ModelStamp } from '../../../../learning/manifest.js'
import { problemsOf, readModelList } from '../../../run/model-files.js'
import type { Configuration } from './configuration.js'

/** The models that these rows need, verified against the manifest before any worker is started. */
export async function modelStamps(
  rows: readonly Configuration[],
): Promise<Result<readonly ModelStamp[], readonly Diagnostic[]>> {
  const critics = rows.flatMap(({ critic }) => (critic.kind === 'local' ? [critic.id] : []))
  const shipped = rows.some(({ critic }) => critic.kind === 'shipped')
  const actor = rows.some((row) => row.actor === 'model')
  if (critics.length === 0 && !shipped && !actor) return ok([])
  const entries = readModelList()
  if (!entries.ok) return err([entries.error])
  const known = entries.value.filter(({ role }) => role === 'critic')
  const stranger = critics.find((id) => !known.some((entry) => entry.id === id))
  if (stranger !== undefined)
    return err([
      unknown(
        stranger,
        known.map(({ id }) => id),
      ),
    ])
  const first = (role: string): string | undefined => entries.value.find((entry) => entry.role === role)?.id
  const wanted = new Set([
    ...critics,
    ...(shipped ? [first('critic')] : []),
    ...(actor ? [first('actor')] : []),
  ])
  const used = entries.value.filter(({ id }) => wanted.has(id))
  const problems = await problemsOf(used)
  if (problems.length > 0) return err(problems)
  return ok(
    used.map(({ id, role, files }) => ({
      id,
      role: role === 'actor' ? 'actor' : 'critic',
      files: files.map(({ path, sha256 }) => ({ path, sha256 })),
    })),
  )
}

const unknown = (id: string, known: readonly string[]): Diagnostic => ({
  code: 'bench.model',
  severity: 'error',
  message: `there is no critic ${JSON.stringify(id)} in the models' manifest`,
  expected: known.join(', '),
  got: id,
  hint: 'graft models list shows them',
})
