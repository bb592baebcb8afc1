import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
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
import { carryOut } from '../../../src/main/install/carry-out.js'
import { planInstall } from '../../../src/main/install/plan.js'
import { projectFile } from '../../../src/main/project-files.js'

const PROGRAM = '/opt/graft'
const SHARED = [
  'bin',
  'dist',
  'node_modules',
  'package.json',
  'bt',
  'config',
  'domains',
  'models',
  'firmware-protocol',
  'src/main/dashboard/page',
  'systemd',
]

/**
 * On a computer with the older cgroups a guest does not hear that a group is empty, and waits TimeoutStopSec for processes
 * that are gone.
 */
const UNIFIED = /\bcgroup2\b/.test(readFileSync('/proc/filesystems', 'utf8'))
  ? { SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
  : {}

/** Why no systemd can be booted here; undefined when one can. */
export function cannotBoot(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can boot a systemd'
  for (const program of ['systemd-nspawn', 'systemd-sysusers', 'journalctl'])
    if (spawnSync(program, ['--version']).status !== 0)
      return `there is no ${program} (Debian: systemd-container)`
  if (!existsSync('/usr/bin/node')) return 'Node.js is not under /usr, which is what the guest shares'
  if (!existsSync(projectFile('dist/main/cli.js'))) return 'graft is not built: npm run build'
  const folder = mkdtempSync(join(tmpdir(), 'graft-probe-'))
  try {
    skeleton(folder)
    const probe = spawnSync(
      'systemd-nspawn',
      [
        '-q',
        '-D',
        folder,
        '--bind-ro=/usr',
        '--register=no',
        '--keep-unit',
        '--private-network',
        '--pipe',
        '/usr/bin/true',
      ],
      { encoding: 'utf8', timeout: 20_000 },
    )
    return probe.status === 0 ? undefined : `systemd-nspawn does not work here: ${probe.stderr.trim()}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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

function skeleton(root: string): void {
  // mkdtemp makes it for the owner alone, and the service is another user
  chmodSync(root, 0o755)
  for (const folder of [
    'etc/systemd/system',
    'usr',
    'var/lib',
    'var/log',
    'run',
    'tmp',
    'proc',
    'sys',
    'dev',
    'root',
    'out',
  ])
    mkdirSync(join(root, folder), { recursive: true })
  for (const link of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${link}`, join(root, link))
  copyFileSync('/usr/lib/os-release', join(root, 'etc/os-release'))
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n')
  // not empty: a first boot would ask questions
  writeFileSync(join(root, 'etc/machine-id'), `${'0123456789abcdef'.repeat(2)}\n`)
  symlinkSync('/usr/lib/systemd/system/multi-user.target', join(root, 'etc/systemd/system/default.target'))
  for (const unit of [
    'systemd-logind.service',
    'console-getty.service',
    'systemd-networkd.service',
    'getty@tty1.service',
  ])
    symlinkSync('/dev/null', join(root, 'etc/systemd/system', unit))
}
