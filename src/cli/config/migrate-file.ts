import { lstatSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { replaceDurably } from '#adapters/files/durable-file.js'
import { readTextFile } from '#documents/read-text-file.js'
import { actAsOwnerOf } from '#app/run-folder/state-folder.js'
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
  const as = actAsOwnerOf(file)
  if (!as.ok) return err([as.error])
  try {
    const like = lstatSync(file)
    if (!like.isFile()) return err([noFile(file)])
    const old = freeName(`${file}.old`)
    replaceDurably(old, text.value, like)
    replaceDurably(file, migrated, like)
    return ok({ text: migrated, said: `${file} is now version ${SITE_VERSION}; the old file is ${old}` })
  } catch (cause) {
    return err([unwritable(file, cause)])
  }
}

/** `FILE.old`, or `FILE.old.1` and so on: what has that name may be the only copy of something. */
function freeName(path: string): string {
  const isFree = (name: string): boolean => lstatSync(name, { throwIfNoEntry: false }) === undefined
  for (let number = 0; ; number++) {
    const name = number === 0 ? path : `${path}.${number}`
    if (isFree(name)) return name
  }
}

const noFile = (file: string): Diagnostic => ({
  code: 'config.no-file',
  severity: 'error',
  message: `${file} is a symbolic link, and --write does not follow links`,
  expected: 'the file itself',
  hint: 'name the target of the link',
})

const unwritable = (file: string, cause: unknown): Diagnostic => ({
  code: 'config.unwritable',
  severity: 'error',
  message: `${file} cannot be written`,
  expected: 'a writable file in a writable folder',
  got: cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause),
  hint: 'omit --write and save the output yourself, as a user with write access',
})
