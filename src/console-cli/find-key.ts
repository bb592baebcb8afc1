import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Finds the user's key file: the given path, else `$GRAFT_KEY`, else the key that the service made for its own
 * machine. The first one that exists is used.
 */
export function findKey(asked: string | undefined, env: Env): Result<string, Diagnostic> {
  const given = asked ?? env['GRAFT_KEY']
  if (given !== undefined && given !== '') return ok(given)
  const places = stateFolders(env).map((dir) => join(dir, 'keys', 'local.graft-key'))
  const found = places.map((path) => ({ path, can: access(path) }))
  const good = found.find(({ can }) => can === 'yes')
  if (good !== undefined) return ok(good.path)
  const closed = found.find(({ can }) => can === 'forbidden')
  return err({
    code: 'console.no-key',
    severity: 'error',
    message: 'there is no key for the service',
    expected: 'a key file: --key FILE, or $GRAFT_KEY, or keys/local.graft-key in the state folder',
    got: closed === undefined ? `none in ${places.join(', ')}` : `${closed.path}, which you may not read`,
    hint:
      closed === undefined
        ? 'start graft serve first: it makes the key. If it runs, call graft console in the folder in which it was ' +
          'started, or give --key DIR/keys/local.graft-key (DIR: its --state, by default .graft). For a robot ' +
          'elsewhere, ask its maintainer for a key: graft keys new YOU --role operator'
        : 'run as the user of the service (sudo -u graft graft console), or use a key of your own',
  })
}

const stateFolders = (env: Env): readonly string[] => [
  ...new Set([env['STATE_DIRECTORY'] ?? '', '.graft', '/var/lib/graft'].filter((dir) => dir !== '')),
]

function access(path: string): 'yes' | 'forbidden' | 'missing' {
  try {
    accessSync(path, constants.R_OK)
    return 'yes'
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    return code === 'EACCES' || code === 'EPERM' ? 'forbidden' : 'missing'
  }
}
