import { basename, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '../../base/diagnostic.js'
import { ROLES, type Role } from '../../console/roles.js'
import { EXIT, type ExitCode } from '../exit-code.js'

interface StateOptions {
  readonly state?: string
  readonly json: boolean
}

interface NewOptions extends StateOptions {
  readonly role: Role
  readonly out?: string
  readonly endpoint?: string
  readonly note?: string
}

/** `graft keys`: who may use the console of this robot. */
export function addKeysCommand(program: Command, finish: (code: ExitCode) => void): void {
  const keys = program.command('keys').description('who may use the console of this robot, and as what')
  const refuse = (problems: readonly Diagnostic[]): void => {
    process.stderr.write(problems.map((problem) => `${formatDiagnostic(problem)}\n`).join(''))
    finish(EXIT.usage)
  }
  withState(keys.command('new').argument('<name>', 'of a person or a machine: letters, digits, . _ -'))
    .description('make a key; its file goes to whoever shall use the console')
    .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).makeOptionMandatory())
    .option('--out <file>', 'where the file goes (default: NAME.graft-key)')
    .option('--endpoint <address>', 'where the client will find the robot (default: as on this machine)')
    .option('--note <text>', 'for the list: whose it is, what for')
    .addHelpText('after', HELP)
    .action(async (name: string, { role, endpoint, note, ...options }: NewOptions) => {
      const store = await open(options.state, true)
      if (!store.ok) return refuse([store.error])
      const { addressesOf } = await import('../../adapters/zmq/endpoints.js')
      const addresses = endpoint === undefined ? undefined : addressesOf(endpoint)
      if (addresses?.ok === false) return refuse([addresses.error])
      const made = store.value.create({
        name,
        role,
        out: resolve(options.out ?? `${name}.graft-key`),
        ...(endpoint === undefined ? {} : { endpoint }),
        ...(note === undefined ? {} : { note }),
      })
      if (!made.ok) return refuse([made.error])
      write(options.json ? JSON.stringify({ name, role, file: made.value }) : made.value)
      tell(`this file is the only copy of ${name}'s secret: carry it over, do not mail it`)
      tell(`use it:  graft console --key ${basename(made.value)} status`)
    })
  withState(keys.command('list'))
    .description('every key that is let in')
    .action(async ({ state, json }: StateOptions) => {
      const store = await open(state, false)
      if (!store.ok) return refuse([store.error])
      const { keys: allowed, problems } = store.value.allowed()
      for (const key of allowed) write(json ? JSON.stringify(key) : line(key))
      if (problems.length > 0) refuse(problems)
    })
  withState(keys.command('revoke').argument('<name>', 'as `graft keys list` shows it'))
    .description('end a key; a service that runs throws its connections out within about a second')
    .action(async (name: string, { state, json }: StateOptions) => {
      const store = await open(state, false)
      if (!store.ok) return refuse([store.error])
      const gone = store.value.revoke(name)
      if (!gone.ok) return refuse([gone.error])
      write(json ? JSON.stringify({ name, revoked: true }) : `${name} is not let in any more`)
    })
}

const withState = (command: Command): Command =>
  command
    .option('--state <dir>', 'the state folder of the service (default: $STATE_DIRECTORY, or .graft)')
    .option('--json', 'for machines: one JSON object a line', false)

async function open(state: string | undefined, make: boolean) {
  const { KeyStore } = await import('../../adapters/zmq/key-store.js')
  return KeyStore.open(resolve(state ?? stateFolder()), { make })
}

/** systemd may name several, with colons between. */
const stateFolder = (): string => (process.env.STATE_DIRECTORY ?? '').split(':')[0] || '.graft'

const line = (key: { name: string; role: string; created: string; note?: string | undefined }): string =>
  `${key.name.padEnd(20)}${key.role.padEnd(12)}${key.created.slice(0, 10)}${key.note === undefined ? '' : `  ${key.note}`}`

const write = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const HELP = `
Roles:
  viewer      looks: status, live tree, pictures, log, episodes
  operator    drives too: run, arm, confirm, stop, emergency stop, teleoperation
  maintainer  changes what drives too: stages and rolls back trees, log level, faults

Try:
  graft keys new anna --role operator
  graft keys new wall --role viewer --endpoint tcp://192.168.1.20:5870 --out wall.graft-key`
