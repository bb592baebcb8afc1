import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { asOwner, becomeOwner, ownerOf } from '#adapters/files/owner.js'
import { traversedPath } from '#adapters/files/traversed-path.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'

/** Where the package installs the service's configuration, and where systemd keeps its state. */
export const INSTALLED_CONFIG = '/etc/graft/graft.yaml'
const INSTALLED_STATE = '/var/lib/graft'

/** Options of commands that read the service's state. */
export interface StateOptions {
  readonly state?: string
  readonly json: boolean
}

export const addStateOptions = (command: Command): Command =>
  command
    .option(
      '--state <dir>',
      'the state folder of the service (default: $STATE_DIRECTORY, .graft, or that of the installed service)',
    )
    .option('--json', 'for programs: one JSON object per line', false)

/**
 * Finds the folder of an existing service: the one requested, else the one that systemd names, else `.graft` here,
 * else that of the installed service. It never creates one: anything put into a folder that no service reads is
 * lost.
 */
export async function findState(
  given: string | undefined,
  installed = installedState,
): Promise<Result<string, Diagnostic>> {
  const requested = given ?? (process.env.STATE_DIRECTORY ?? '').split(':')[0]
  const place =
    requested !== undefined && requested !== ''
      ? requested
      : existsSync(LOCAL_STATE)
        ? LOCAL_STATE
        : await installed()
  const folder = resolve(place)
  if (existsSync(folder)) return ok(folder)
  return err({
    code: 'state.missing',
    severity: 'error',
    message: `there is no state folder ${folder}`,
    expected: 'the folder in which a service keeps its keys and its store',
    ...(requested === undefined || requested === ''
      ? { got: `neither ${LOCAL_STATE} in this folder nor ${folder}` }
      : {}),
    hint: 'start the service once (graft serve), or name its folder with --state',
  })
}

/** Finds the folder as `findState` does; as root, takes on its owner's rights from here on. */
export async function findStateAsOwner(given: string | undefined): Promise<Result<string, Diagnostic>> {
  const state = await findState(given)
  if (!state.ok) return state
  const dropped = actAsOwnerOf(state.value)
  return dropped.ok ? state : dropped
}

/**
 * As root: drops root's rights permanently and continues as the user who controls what is at this path. Call it
 * after all modules are loaded, as that user may not be able to read them.
 */
export function actAsOwnerOf(...paths: readonly string[]): Result<void, Diagnostic> {
  const owners = []
  for (const path of paths) {
    const owner = ownerOf(path)
    if (!owner.ok) return owner
    owners.push(owner.value)
  }
  const [first] = owners
  if (owners.some((owner) => owner?.uid !== first?.uid)) return err(severalOwners(paths))
  if (first !== undefined) becomeOwner(first)
  return ok(undefined)
}

/**
 * Like `actAsOwnerOf`, for callers that load the rest of the program later. Where the owner can see neither the
 * program nor the folder (a checkout in root's home), the owner cannot plant anything there either, and root
 * continues.
 */
export function runAsOwnerOf(path: string): Result<void, Diagnostic> {
  const owner = ownerOf(path)
  if (!owner.ok || owner.value === undefined) return owner.ok ? ok(undefined) : owner
  const { uid, name } = owner.value
  const deepest = traversedPath(path).at(-1)?.path ?? '/'
  const canRead = (file: string): boolean => asOwner(owner.value, () => existsSync(file))
  if (!canRead(projectFile('package.json')))
    return canRead(deepest) ? err(hidden(name ?? String(uid), path)) : ok(undefined)
  becomeOwner(owner.value)
  return ok(undefined)
}

const hidden = (user: string, path: string): Diagnostic => ({
  code: 'files.program-hidden',
  severity: 'error',
  message: `${path} belongs to user ${user}, whose rights root uses there; that user cannot read this program`,
  hint: `put the program where everybody can read it (/opt, /usr), or name a folder that root owns`,
})

/**
 * The installed service's folder according to its configuration; where that cannot be read, or does not say,
 * according to its systemd unit.
 */
async function installedState(): Promise<string> {
  if (!existsSync(INSTALLED_CONFIG)) return INSTALLED_STATE
  const { readSite } = await import('#config/service/site-config.js')
  const site = await readSite(INSTALLED_CONFIG)
  return site.ok && site.value.written('store.dir') ? site.value.config.store.dir : INSTALLED_STATE
}

const severalOwners = (paths: readonly string[]): Diagnostic => ({
  code: 'files.several-owners',
  severity: 'error',
  message: `root uses the rights of the owner here, and these belong to different users: ${paths.join(', ')}`,
  hint: 'name files of one user at a time',
})

const LOCAL_STATE = join('.', '.graft')
