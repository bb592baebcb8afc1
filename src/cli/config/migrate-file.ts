import { lstatSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readTextFile } from '#documents/read-text-file.js'
import { rewriteFile } from '#app/run-folder/rewrite-file.js'
import { parseSite, SITE_FILE } from '#config/service/site-config.js'
import { SITE_VERSION } from '#config/service/site-schema.js'
import { migrateText } from '#config/service/migrate/migrations.js'

export interface Migrated {
  readonly text: string
  /** what was done, as text */
  readonly said: string
}

/**
 * Migrates a configuration file to the current format. An invalid file is refused with the problems that `config
 * check` reports, and is left as it is.
 * @param write replace the file; the old one is kept as FILE.old, or FILE.old.1 and so on where there is one
 */
export async function migrateFile(
  file: string,
  write: boolean,
): Promise<Result<Migrated, readonly Diagnostic[]>> {
  const text = await readTextFile(file, SITE_FILE)
  if (!text.ok) return err([text.error])
  const before = parseSite(text.value, file)
  if (!before.ok) return before
  const migrated = migrateText(text.value)
  if (migrated === text.value)
    return ok({ text: migrated, said: `${file} is already version ${SITE_VERSION}` })
  if (!write) return ok({ text: migrated, said: `${file} is unchanged; --write replaces it with this` })
  return rewriteFile(file, (replace) => {
    const old = freeName(`${file}.old`)
    replace(old, text.value)
    replace(file, migrated)
    return { text: migrated, said: `${file} is now version ${SITE_VERSION}; the old file is ${old}` }
  })
}

/** `FILE.old`, or `FILE.old.1` and so on: what has that name may be the only copy of something. */
function freeName(path: string): string {
  const isFree = (name: string): boolean => lstatSync(name, { throwIfNoEntry: false }) === undefined
  for (let number = 0; ; number++) {
    const name = number === 0 ? path : `${path}.${number}`
    if (isFree(name)) return name
  }
}
