import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { formatDiagnostic } from '#base/diagnostic.js'
import { ok } from '#base/result.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { projectFile } from '#documents/read-text-file.js'
import { actAsOwnerOf } from '#app/run-folder/state-folder.js'

interface Options {
  readonly dryRun: boolean
  readonly prefix?: string
  readonly program?: string
  readonly node: string
  readonly ipcOnly: boolean
  readonly consoleLan: boolean
  readonly uninstall: boolean
}

export function addInstallCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('install')
    .description('install this program as a service: unit, user, udev rule, drivers, log, configuration')
    .option('--dry-run', 'show what would be done, and do nothing', false)
    .option('--prefix <dir>', 'root of an offline system: an image, a container')
    .option('--program <dir>', 'path of this program on that system (default: its current path)')
    .option('--node <file>', 'path of Node.js on that system', process.execPath)
    .addOption(
      new Option('--ipc-only', 'no network at all: console on Unix sockets only')
        .default(false)
        .conflicts('consoleLan'),
    )
    .option(
      '--console-lan',
      'allow the console from the local network (set the network in the drop-in)',
      false,
    )
    .option(
      '--uninstall',
      'stop the service and remove the installed files; configuration and state stay',
      false,
    )
    .addHelpText('after', HELP)
    .action(install(finish))
}

const install = (finish: (code: ExitCode) => void) => async (options: Options) => {
  const [{ planInstall, planUninstall, CONFIG }, { carryOut }] = await Promise.all([
    import('./plan.js'),
    import('./carry-out.js'),
  ])
  const where = {
    prefix: options.prefix === undefined ? '' : resolve(options.prefix),
    program: options.program ?? projectFile('').replace(/\/$/, ''),
    node: options.node,
    dropIns: [...(options.ipcOnly ? ['ipc-only'] : []), ...(options.consoleLan ? ['console-lan'] : [])],
  }
  const refused = refusal(where, options)
  if (refused !== undefined) {
    tell(refused)
    return finish(EXIT.usage)
  }
  const as = options.prefix === undefined ? ok(undefined) : actAsOwnerOf(where.prefix)
  if (!as.ok) {
    tell(formatDiagnostic(as.error))
    return finish(EXIT.usage)
  }
  const read = (path: string): string => readFileSync(projectFile(path), 'utf8')
  const actions = options.uninstall ? planUninstall(where) : planInstall(where, { read })
  const failed: string[] = []
  for (const action of actions) {
    const done = carryOut(action, options.dryRun)
    process.stdout.write(`${done.text}\n`)
    if (done.failed !== undefined) failed.push(done.failed)
  }
  for (const each of failed) tell(`failed: ${each}`)
  if (options.dryRun) tell('nothing was done: omit --dry-run to do it')
  else if (options.uninstall) tell(`kept: ${CONFIG}, /var/lib/graft, user graft`)
  else
    tell(
      `next:  edit ${CONFIG}${options.ipcOnly ? IPC_ONLY : ''}\n       graft doctor\n       systemctl ` +
        `enable --now graft`,
    )
  finish(failed.length === 0 ? EXIT.ok : EXIT.failed)
}

/** Refuses an installation that could not start. */
function refusal(
  where: { readonly prefix: string; readonly program: string },
  options: Options,
): string | undefined {
  if (/^\/(home|root|tmp|var\/tmp)(\/|$)/.test(where.program) && !options.uninstall)
    return (
      `the service may not read ${where.program} (ProtectHome=, PrivateTmp=): put the program under ` +
      `/opt or /usr, or give its later path with --program`
    )
  if (where.prefix === '' && !options.dryRun && process.getuid?.() !== 0)
    return 'this needs root: sudo graft install; for a preview: graft install --dry-run'
  return undefined
}

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const IPC_ONLY = ": console.listen 'ipc:///run/graft/console', dashboard.enabled false"

const HELP = `
An existing configuration is never touched. Running it again updates the rest; --uninstall removes it.
The Debian package (npm run deb) installs the same files.

Examples:
  graft install --dry-run
  sudo graft install && sudo systemctl enable --now graft
  sudo graft install --ipc-only
  graft install --prefix image/ --program /opt/graft --node /usr/bin/node
  sudo graft install --uninstall

The manual: docs/service.md

Exit codes: 0 done · 2 refused, nothing was done · 6 a step failed, the others were carried out`
