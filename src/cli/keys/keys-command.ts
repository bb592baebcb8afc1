import { basename, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { ROLES, type Role } from '#console/roles.js'
import type { Result } from '#base/result.js'
import type { KeyStore, NewKey } from '#console-sockets/key-store.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import {
  findState,
  findStateAsOwner,
  addStateOptions,
  type StateOptions,
} from '#app/run-folder/state-folder.js'

interface NewOptions extends StateOptions {
  readonly role: Role
  readonly out?: string
  readonly endpoint?: string
  readonly note?: string
}

/** `graft keys`: manages who may use the console of this robot. */
export function addKeysCommand(program: Command, finish: (code: ExitCode) => void): void {
  const keys = program.command('keys').description('manage who may use the console of this robot')
  const refuse = (problems: readonly Diagnostic[]): void => {
    process.stderr.write(problems.map((problem) => `${formatDiagnostic(problem)}\n`).join(''))
    finish(EXIT.usage)
  }
  addStateOptions(
    keys.command('new').argument('<name>', 'name of a person or machine: letters, digits, . _ -'),
  )
    .description('create a key; give its file to the person who will use the console')
    .addOption(
      new Option(`--role <${ROLES.join('|')}>`, 'role of the key').choices(ROLES).makeOptionMandatory(),
    )
    .option('--out <file>', 'key file to write (default: NAME.graft-key)')
    .option('--endpoint <address>', 'address of the robot for the client (default: as on this machine)')
    .option('--note <text>', 'note for the list: owner, purpose; at most 200 characters')
    .addHelpText('after', HELP)
    .action(create(refuse))
  addStateOptions(keys.command('list'))
    .description('list the valid keys')
    .action(async ({ state, json }: StateOptions) => {
      const store = await open(state)
      if (!store.ok) return refuse([store.error])
      const { keys: allowed, problems } = store.value.allowed()
      for (const key of allowed) write(json ? JSON.stringify(key) : line(key))
      if (problems.length > 0) refuse(problems)
    })
  addStateOptions(keys.command('revoke').argument('<name>', 'as `graft keys list` shows it'))
    .description('revoke a key; a running service drops its connections within about a second')
    .action(async (name: string, { state, json }: StateOptions) => {
      const store = await open(state)
      if (!store.ok) return refuse([store.error])
      const gone = store.value.revoke(name)
      if (!gone.ok) return refuse([gone.error])
      write(json ? JSON.stringify({ name, revoked: true }) : `${name} no longer has access`)
    })
  addStateOptions(keys.command('server'))
    .description("show the service's own public key, by which clients recognise it")
    .option('--renew', 'give the service a new key, because the old one is lost or compromised', false)
    .addHelpText('after', SERVER_HELP)
    .action(showServerKey(refuse))
}

const showServerKey =
  (refuse: (problems: readonly Diagnostic[]) => void) =>
  async ({ state, json, renew }: StateOptions & { readonly renew: boolean }) => {
    const store = await open(state, { renew })
    if (!store.ok) return refuse([store.error])
    const { publicKey } = store.value.server
    write(json ? JSON.stringify({ serverPublicKey: publicKey }) : publicKey)
    if (!renew) return
    const others = store.value.allowed().keys.flatMap(({ name }) => (name === 'local' ? [] : [name]))
    tell(
      'restart the service: it uses the new key from its next start, and updates the key of this machine itself',
    )
    if (others.length > 0)
      tell(
        `no other client has access until its file says "serverPublicKey": "${publicKey}": ${others.join(', ')}`,
      )
  }

const create =
  (refuse: (problems: readonly Diagnostic[]) => void) =>
  async (name: string, { role, endpoint, note, ...options }: NewOptions) => {
    const { addressesOf } = await import('#console-sockets/endpoints.js')
    const addresses = endpoint === undefined ? undefined : addressesOf(endpoint)
    if (addresses?.ok === false) return refuse([addresses.error])
    const out = resolve(options.out ?? `${name}.graft-key`)
    const state = await findState(options.state)
    if (!state.ok) return refuse([state.error])
    const made = await makeKey(state.value, {
      name,
      role,
      out,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(note === undefined ? {} : { note }),
    })
    if (!made.ok) return refuse([made.error])
    write(options.json ? JSON.stringify({ name, role, file: made.value }) : made.value)
    if (options.state === undefined) tell(`it gives access to the service whose state is in ${state.value}`)
    tell(`this file is the only copy of ${name}'s secret: transfer it securely, do not mail it`)
    tell(`use it:  graft console --key ${basename(made.value)} status`)
  }

/** As root, writes the list with the rights of the folder's owner, and the client's file with those of the caller. */
async function makeKey(state: string, key: NewKey): Promise<Result<string, Diagnostic>> {
  const [{ KeyStore }, { asOwner, ownerOf }] = await Promise.all([
    import('#console-sockets/key-store.js'),
    import('#adapters/files/owner.js'),
  ])
  const service = ownerOf(state)
  if (!service.ok) return service
  const invoker = ownerOf(key.out)
  if (!invoker.ok) return invoker
  return asOwner(service.value, () => {
    const store = KeyStore.open(state, { asInvoker: (action) => asOwner(invoker.value, action) })
    return store.ok ? store.value.create(key) : store
  })
}

async function open(
  given: string | undefined,
  { renew = false } = {},
): Promise<Result<KeyStore, Diagnostic>> {
  const { KeyStore } = await import('#console-sockets/key-store.js')
  const state = await findStateAsOwner(given)
  return state.ok ? KeyStore.open(state.value, { make: false, renew }) : state
}

const line = (key: { name: string; role: string; created: string; note?: string | undefined }): string =>
  `${key.name.padEnd(20)}${key.role.padEnd(12)}${key.created.slice(0, 10)}` +
  `${key.note === undefined ? '' : `  ${key.note}`}`

const write = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const HELP = `
Roles:
  viewer      reads: status, live tree, pictures, log, episodes
  operator    also drives: run, arm, confirm, stop, emergency stop, teleoperation
  maintainer  also makes changes: stages and rolls back trees, log level, faults

Examples:
  graft keys new anna --role operator
  graft keys new wall --role viewer --endpoint tcp://192.168.1.20:5870 --out wall.graft-key`

const SERVER_HELP = `
A client's file names the service that it trusts. After --renew put the new key into the clients' files \
(serverPublicKey),
or give them new ones: graft keys revoke NAME, then graft keys new NAME.`
