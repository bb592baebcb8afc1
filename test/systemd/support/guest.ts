import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carryOut } from '#cli/install/carry-out.js'
import { planInstall } from '#cli/install/plan.js'
import { projectFile } from '#documents/read-text-file.js'
import { skeleton } from './skeleton.js'

const PROGRAM = '/opt/graft'
const SHARED = [
  'bin',
  'dist',
  'node_modules',
  'package.json',
  'bt',
  'config',
  'worlds',
  'models',
  'firmware-protocol',
  'src/service/dashboard/page',
  'src/report/page',
  'src/app/world/field/page',
  'systemd',
]

/**
 * On a computer with the older cgroups a guest does not hear that a group is empty, and waits TimeoutStopSec for processes
 * that are gone.
 */
const UNIFIED = /\bcgroup2\b/.test(readFileSync('/proc/filesystems', 'utf8'))
  ? { SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
  : {}

/** A folder with a systemd of its own on this machine's /usr, and graft installed in it as `graft install` does it. */
export class Guest {
  readonly root = mkdtempSync(join(tmpdir(), 'graft-guest-'))
  readonly out = mkdtempSync(join(tmpdir(), 'graft-guest-out-'))

  /** @param yaml its graft.yaml */
  constructor(yaml: string) {
    skeleton(this.root)
    const here = { prefix: this.root, program: PROGRAM, node: '/usr/bin/node', dropIns: [] }
    const read = (path: string): string => readFileSync(projectFile(path), 'utf8')
    for (const action of planInstall(here, { read })) carryOut(action, false)
    writeFileSync(join(this.root, 'etc/graft/graft.yaml'), yaml)
    for (const name of SHARED) {
      const path = join(this.root, PROGRAM, name)
      if (name.endsWith('.json'))
        copyFileSync(projectFile(name), (mkdirSync(join(path, '..'), { recursive: true }), path))
      else mkdirSync(path, { recursive: true })
    }
    copyFileSync(new URL('guest-driver.mjs', import.meta.url), join(this.root, 'driver.mjs'))
  }

  /** Boots, lets the driver go through its phases, and powers off. @returns what it wrote, and the journal */
  async run(
    phases: readonly string[],
    limitMs: number,
  ): Promise<{ readonly results: readonly Phase[]; readonly journal: string }> {
    const units = join(this.root, 'etc/systemd/system')
    writeFileSync(
      join(units, 'driver.service'),
      `[Unit]\nAfter=graft.service\n[Service]\nExecStart=/usr/bin/node /driver.mjs ${PROGRAM} ${phases.join(' ')}\n`,
    )
    mkdirSync(join(units, 'multi-user.target.wants'), { recursive: true })
    for (const unit of ['driver.service', 'graft.service'])
      symlinkSync(`../${unit}`, join(units, 'multi-user.target.wants', unit))
    const dist = process.env['GRAFT_GUEST_DIST'] ?? projectFile('dist')
    const binds = SHARED.filter((name) => !name.endsWith('.json')).map(
      (name) => `--bind-ro=${name === 'dist' ? dist : projectFile(name)}:${PROGRAM}/${name}`,
    )
    const child = spawn(
      'systemd-nspawn',
      [
        '-q',
        '-D',
        this.root,
        '--bind-ro=/usr',
        ...binds,
        `--bind=${this.out}:/out`,
        '--register=no',
        '--keep-unit',
        '--private-network',
        '-b',
        '--console=pipe',
      ],
      { stdio: 'ignore', env: { ...process.env, ...UNIFIED } },
    )
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
    await new Promise((resolve) => child.once('exit', resolve))
    clearTimeout(limit)
    const text = (name: string): string =>
      existsSync(join(this.out, name)) ? readFileSync(join(this.out, name), 'utf8') : ''
    const results = text('results')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Phase)
    return { results, journal: text('journal') }
  }

  remove(): void {
    for (const folder of [this.root, this.out]) rmSync(folder, { recursive: true, force: true })
  }
}

/** What the driver says of one phase. */
export type Phase = Readonly<Record<string, unknown>> & { readonly phase: string }
