import { spawnSync } from 'node:child_process'
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { skeleton } from '../systemd/support/skeleton.js'

/** Why a thing cannot be used here. */
export interface Lack {
  readonly thing: Thing
  /**
   * `package`: whoever may install Debian packages can mend it, and `.ci/run` does; `computer`: it wants another user,
   * another kernel setting or more rights for this container.
   */
  readonly kind: 'package' | 'computer'
  readonly text: string
}

export type Thing = keyof typeof PROBES

/** @returns undefined where the thing is there and works. Asked once in a process. */
export function lackOf(thing: Thing): Lack | undefined {
  if (!known.has(thing)) known.set(thing, found(thing))
  return known.get(thing)
}

/** The file that a shell would start under this name. */
export function onPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isExecutable)
}

/** What is looked for on PATH; a thing may be a right and not a program. */
export const programsOf = (thing: Thing): readonly string[] => PROBES[thing].programs

const known = new Map<Thing, Lack | undefined>()

interface Probe {
  readonly programs: readonly string[]
  /** what Debian calls them */
  readonly packages: string
  /** asked where all programs are there: why they are of no use all the same */
  readonly refusal?: () => string | undefined
  /** of a refusal; usually `computer` */
  readonly kind?: Lack['kind']
}

function found(thing: Thing): Lack | undefined {
  const { programs, packages, refusal, kind = 'computer' }: Probe = PROBES[thing]
  const missing = programs.filter((program) => onPath(program) === undefined)
  if (missing.length > 0)
    return {
      thing,
      kind: 'package',
      text: `${missing.join(', ')} not installed (apt-get install ${packages})`,
    }
  const text = refusal?.()
  return text === undefined ? undefined : { thing, kind, text }
}

function isInstalled(npmPackage: string): boolean {
  try {
    return import.meta.resolve(npmPackage) !== ''
  } catch {
    return false
  }
}

const isRoot = (): boolean => process.getuid?.() === 0
const asRootOfItsOwn = (): readonly string[] => (isRoot() ? [] : ['--map-root-user'])

const PROBES = {
  strace: {
    programs: ['strace'],
    packages: 'strace',
    refusal: () => failing('strace', ['-f', '-o', '/dev/null', process.execPath, '--version']),
  },
  chromium: { programs: ['chromium'], packages: 'chromium' },
  ffmpeg: { programs: ['ffmpeg', 'ps'], packages: 'ffmpeg procps' },
  python3: {
    programs: ['python3'],
    packages: 'python3',
    refusal: () =>
      failing('python3', [
        '-c',
        'import sys; sys.exit("older than 3.9" if sys.version_info < (3, 9) else 0)',
      ]),
  },
  MuJoCo: {
    programs: [],
    packages: '',
    refusal: () =>
      isInstalled('@mujoco/mujoco') ? undefined : 'npm package @mujoco/mujoco not installed (npm ci)',
    kind: 'package',
  },
  'the registry of npm': {
    programs: ['npm'],
    packages: 'npm',
    refusal: withoutRegistry,
  },
  bash: { programs: ['bash'], packages: 'bash' },
  'a C compiler': { programs: ['cc'], packages: 'gcc libc6-dev' },
  gcc: { programs: ['gcc'], packages: 'gcc libc6-dev' },
  'clang-14': { programs: ['clang-14', 'wasm-ld-14'], packages: 'clang-14 lld-14' },
  libFuzzer: {
    programs: ['clang-14'],
    packages: 'clang-14 libclang-rt-14-dev',
    refusal: withoutSanitizers,
    kind: 'package',
  },
  qemu: {
    programs: ['clang-14', 'ld.lld-14', 'llvm-objcopy-14', 'qemu-system-arm', 'setpriv'],
    packages: 'clang-14 lld-14 llvm-14 qemu-system-arm',
  },
  'systemd-analyze': { programs: ['systemd-analyze'], packages: 'systemd' },
  'systemd-nspawn': {
    programs: ['systemd-nspawn', 'systemd-sysusers', 'journalctl'],
    packages: 'systemd-container',
    refusal: withoutGuests,
  },
  Linux: {
    programs: [],
    packages: '',
    refusal: () => (process.platform === 'linux' ? undefined : `this is ${process.platform}`),
  },
  'a checkout of git': {
    programs: ['git'],
    packages: 'git',
    refusal: () => failing('git', ['-C', import.meta.dirname, 'rev-parse', '--show-toplevel']),
  },
  root: {
    programs: [],
    packages: '',
    refusal: () => (isRoot() ? undefined : 'not root'),
  },
  'hard links': {
    programs: [],
    packages: '',
    refusal: () =>
      readFileSync('/proc/sys/fs/protected_hardlinks', 'utf8').trim() === '0'
        ? undefined
        : 'the kernel refuses hard links to other people’s files (fs.protected_hardlinks=1)',
  },
  'a network of its own': {
    programs: ['unshare', 'ip'],
    packages: 'util-linux iproute2',
    refusal: () => failing('unshare', ['--net', ...asRootOfItsOwn(), '--', 'ip', 'link', 'set', 'lo', 'up']),
  },
  'processes of its own': {
    programs: ['unshare'],
    packages: 'util-linux',
    refusal: () => failing('unshare', [...asRootOfItsOwn(), '--pid', '--fork', '--kill-child', 'true']),
  },
  'a real-time rank': {
    programs: ['chrt'],
    packages: 'util-linux',
    refusal: () => failing('chrt', ['--rr', '20', 'true']),
  },
} satisfies Record<string, Probe>

export const THINGS = Object.keys(PROBES) as readonly Thing[]

/** What a program said when it could not do this small piece of its work. */
function failing(program: string, args: readonly string[], input = ''): string | undefined {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 20_000, input })
  if (status === 0) return undefined
  const said = (stderr || error?.message || `exit code ${status}`).trim().split('\n').at(-1)
  return `${program} does not work here: ${said}`
}

function withoutSanitizers(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'graft-probe-'))
  const program = 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return p == 0 && n > 0; }'
  const flags = ['-fsanitize=fuzzer,address,undefined', '-x', 'c', '-o', join(folder, 'probe'), '-']
  try {
    return failing('clang-14', flags, program)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function withoutGuests(): string | undefined {
  if (!isRoot()) return 'only root can boot a systemd'
  if (!isExecutable('/usr/bin/node')) return 'Node.js is not under /usr, which is what the guest shares'
  const folder = mkdtempSync(join(tmpdir(), 'graft-probe-'))
  try {
    skeleton(folder)
    const probe = ['-q', '-D', folder, '--bind-ro=/usr', '--register=no', '--keep-unit', '--private-network']
    return failing('systemd-nspawn', [...probe, '--pipe', '/usr/bin/true'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Asked once and not for long. A ping, because anything else npm answers from its cache where there is no network. */
function withoutRegistry(): string | undefined {
  const refusal = failing('npm', ['ping', '--silent', '--fetch-retries=0', '--fetch-timeout=10000'])
  return refusal === undefined ? undefined : 'the registry of npm does not answer'
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
