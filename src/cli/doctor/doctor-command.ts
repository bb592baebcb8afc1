import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Site } from '#config/service/site-config.js'
import { paintFor, printable, type Paint } from '#terminal/paint.js'
import type { Finding } from './check.js'

const INSTALLED = '/etc/graft/graft.yaml'

interface Options {
  readonly config?: string
  readonly json: boolean
  readonly probe: boolean
}

export function addDoctorCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('doctor')
    .description('check that this computer is ready for the robot: each line is ok, warn or fail, with a fix')
    .option('--config <file>', `the configuration of the service (default: ${INSTALLED} if it exists)`)
    .option('--probe', 'also send Hello to the controller: opens the serial port, moves nothing', false)
    .option('--json', 'one JSON object per line: check, state, text, mend', false)
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const paint = paintFor(process.stdout, process.env)
      const print = (finding: Finding): void =>
        void process.stdout.write(`${options.json ? JSON.stringify(finding) : inWords(finding, paint)}\n`)
      const found: Finding[] = []
      for (const finding of await look(options)) {
        found.push(finding)
        print(finding)
      }
      const count = (state: Finding['state']): number => found.filter((each) => each.state === state).length
      process.stderr.write(`${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail\n`)
      finish(count('fail') > 0 ? EXIT.no : EXIT.ok)
    })
}

async function look(options: Options): Promise<readonly Finding[]> {
  const [{ readSite }, { examine, unitState }, { thisMachine }] = await Promise.all([
    import('#config/service/site-config.js'),
    import('./doctor.js'),
    import('./this-machine.js'),
  ])
  const file = options.config ?? (existsSync(INSTALLED) ? INSTALLED : undefined)
  const site = await readSite(file)
  const usual = site.ok ? site : await readSite(undefined)
  const machine = thisMachine()
  const found = configFindings(file, site)
  if (!usual.ok) return found
  const unit = await unitState(machine)
  const { config } = usual.value
  // systemd sets the service's state directory, and passes it to the service only
  const dir = unit?.loaded === true && file === INSTALLED && process.env.STATE_DIRECTORY === undefined
  const conclusion =
    dir && !usual.value.written('store.dir')
      ? { ...config, store: { ...config.store, dir: '/var/lib/graft' } }
      : config
  return [...found, ...(await examine({ config: conclusion, machine, unit }, options))]
}

type SiteRead = Result<Site, readonly Diagnostic[]>

export function configFindings(file: string | undefined, site: SiteRead): readonly Finding[] {
  const check = 'config'
  if (!site.ok)
    return site.error.map((problem) => ({
      check,
      state: 'fail',
      text: withoutHint(problem),
      mend: `${problem.hint ?? 'fix the line'}; then graft config check ${file ?? ''}`.trimEnd(),
    }))
  const warnings = site.value.warnings.map((problem): Finding => ({
    check,
    state: 'warn',
    text: withoutHint(problem),
    mend: problem.hint ?? 'graft config check gives details',
  }))
  const text = file ?? 'none: the defaults, for a virtual robot'
  return [{ check, state: 'ok', text }, ...warnings]
}

/** Its hint is what `mend` says. */
const withoutHint = ({ hint: _mend, ...problem }: Diagnostic): string => formatDiagnostic(problem)

/** A text of several lines stays one: what follows the first is set below it. */
export function inWords({ check, state, text, mend }: Finding, paint: Paint): string {
  const mark = { ok: paint.good('ok  '), warn: paint.warn('warn'), fail: paint.bad('fail') }[state]
  const [first = '', ...more] = text.split('\n').map((line) => printable(line))
  const line = [
    `${mark}  ${check.padEnd(11)}${first}`,
    ...more.map((each) => `${' '.repeat(17)}${each.trim()}`),
  ].join('\n')
  return mend === undefined ? line : `${line}\n${' '.repeat(17)}${paint.dim(`fix: ${printable(mend)}`)}`
}

const HELP = `
Read-only. Run it as the user of the service or as root (sudo graft doctor); otherwise it reports what it could not
check. Every line that is not ok comes with a fix.

Examples:
  sudo graft doctor
  graft doctor --config my-robot.yaml --probe
  graft doctor --json | jq -r 'select(.state != "ok") | .mend'

Exit codes: 0 nothing failed, there may be warnings · 1 something failed · 2 bad command line`
