import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { rewriteFile } from '#app/run-folder/rewrite-file.js'
import type { ChanceRow } from '#app/world/memory/chance-rows.js'
import { readTextFile } from '#documents/read-text-file.js'
import { replaceScalars } from '#documents/yaml-scalars.js'
import { DOMAIN_FILE, parseDomainText } from '#worlds/files/domain-text.js'

/**
 * Writes the estimates of these ways into a world file. Nothing else of it changes, and it is replaced at once or not
 * at all. A file that would not be valid then is not written.
 * @returns the ways that were corrected: those whose estimate, rounded, is another number
 */
export async function writeChances(
  file: string,
  rows: readonly ChanceRow[],
): Promise<Result<readonly ChanceRow[], readonly Diagnostic[]>> {
  const text = await readTextFile(file, DOMAIN_FILE)
  if (!text.ok) return err([text.error])
  const corrected = correctChances(text.value, file, rows)
  if (!corrected.ok || corrected.value === text.value) return corrected.ok ? ok(rows) : corrected
  return rewriteFile(file, (replace) => {
    replace(file, corrected.value)
    return rows
  })
}

/** The text of a world file with these estimates in it; the problems of what it would be, if it were not valid. */
export function correctChances(
  text: string,
  file: string,
  rows: readonly ChanceRow[],
): Result<string, readonly Diagnostic[]> {
  const changes = rows.flatMap(({ skill, place, estimate }) =>
    place === null || estimate === null
      ? []
      : [{ path: ['skills', skill, 'fails', place, 'chance'], text: writtenChance(estimate) }],
  )
  const changed = replaceScalars(text, changes)
  if (!changed.ok) return err([notPlain(file, changed.error.path)])
  const loaded = parseDomainText(changed.value, file)
  if (loaded.ok) return changed
  return err(loaded.error.map((problem) => ({ ...problem, hint: problem.hint ?? INVALID })))
}

/** two digits that count: more than that, hundreds of tries do not tell */
const writtenChance = (chance: number): string => String(Number(chance.toPrecision(2)))

const INVALID =
  'world.yaml was not written: with the estimates it would be invalid; ' +
  'lower the chances of outcomes: that exclude these failures, then repeat this'

const notPlain = (file: string, path: readonly (string | number)[]): Diagnostic => ({
  code: 'world.chance-shared',
  severity: 'error',
  message: `${file}: the chance at ${path.join('.')} cannot be corrected where it is written`,
  expected: 'a number of its own',
  got: 'an alias that other skills use too, or another form',
  hint: 'write the number out there; nothing was written',
})
