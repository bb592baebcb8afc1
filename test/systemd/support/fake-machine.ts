import type { Patient, UnitState } from '#cli/doctor/check.js'
import type { FileStatus, Machine } from '#cli/doctor/machine.js'
import { parseSite } from '#config/service/site-config.js'
import { must } from '#base/result.js'

/** What is different from a healthy robot. */
export interface Illness {
  readonly machine?: Partial<Machine>
  /** merged into the files of the healthy one; undefined takes one away */
  readonly stats?: Readonly<Record<string, FileStatus | undefined>>
  readonly texts?: Readonly<Record<string, string>>
  /** where links lead to */
  readonly links?: Readonly<Record<string, string>>
  readonly folders?: Readonly<Record<string, readonly string[]>>
  readonly programs?: Readonly<Record<string, { readonly code: number; readonly out: string } | undefined>>
  /** YAML below `version: 1` */
  readonly config?: string
  readonly unit?: Partial<UnitState> | null
}

const GRAFT = 990
const NOW = Date.UTC(2026, 10, 22)

export const file = (mode: number, more: Partial<FileStatus> = {}): FileStatus => ({
  kind: 'file',
  mode,
  uid: GRAFT,
  gid: GRAFT,
  changedMs: NOW - 1000,
  ...more,
})
export const folder = (mode: number, more: Partial<FileStatus> = {}): FileStatus =>
  file(mode, { kind: 'folder', ...more })
export const device = (mode: number, more: Partial<FileStatus> = {}): FileStatus =>
  file(mode, { kind: 'device', uid: 0, ...more })

const SERIAL = `robot: { body: serial, devices: '/dev/graft-stm32,/dev/ttyACM*' }
camera: { source: v4l2, device: /dev/v4l/by-id/eye }
store: { dir: /var/lib/graft }
`
const UNIT: UnitState = {
  loaded: true,
  enabled: true,
  active: 'inactive',
  result: 'success',
  restarts: 0,
  reloadNeeded: false,
  mainPid: 700,
}

/** A robot with controller and camera on which everything is as it should be, and one illness. */
export function patient(illness: Illness = {}): Patient {
  const stats: Record<string, FileStatus | undefined> = {
    '/dev/graft-stm32': device(0o660),
    '/dev/v4l/by-id/eye': device(0o660),
    '/var/lib/graft': folder(0o700),
    '/var/lib/graft/graft.db': file(0o600),
    '/var/lib/graft/keys/server.json': file(0o600),
    '/var/lib/graft/keys/local.graft-key': file(0o600),
    '/usr/bin/chrt': file(0o755, { uid: 0, gid: 0 }),
    '/var/log/journal': folder(0o755, { uid: 0, gid: 0 }),
    ...illness.stats,
  }
  const texts: Record<string, string> = {
    '/etc/group': `root:x:0:\ngraft:x:${GRAFT}:\n`,
    '/etc/passwd': `root:x:0:0::/root:/bin/sh\ngraft:x:${GRAFT}:${GRAFT}::/var/lib/graft:/usr/sbin/nologin\n`,
    '/proc/700/stat': `700 (node) S${' 0'.repeat(36)} 20 2 0`,
    '/proc/sys/kernel/sched_rt_runtime_us': '950000\n',
    '/proc/sys/kernel/osrelease': '6.1.0-graft\n',
    '/proc/self/limits': 'Max realtime priority     0                    0                    \n',
    ...illness.texts,
  }
  const folders: Record<string, readonly string[]> = {
    '/var/lib/graft/keys': ['server.json', 'allowed', 'local.graft-key'],
    '/var/lib/graft/keys/allowed': ['local.json', 'anna.json'],
    '/sys/class/thermal': ['thermal_zone0', 'cooling_device0'],
    ...illness.folders,
  }
  const programs: Record<string, { readonly code: number; readonly out: string } | undefined> = {
    ffmpeg: { code: 0, out: 'ffmpeg version 5.1.9-0 Copyright' },
    timedatectl: { code: 0, out: 'yes\n' },
    systemctl: { code: 3, out: 'inactive\n' },
    ...illness.programs,
  }
  const machine: Machine = {
    node: { version: 'v20.20.2', platform: 'linux', arch: 'x64' },
    uid: 0,
    cores: 4,
    memoryBytes: 16 * 2 ** 30,
    strangers: () => undefined,
    load: 1,
    now: () => NOW,
    stat: async (path) => stats[path],
    may: async () => true,
    read: async (path) => texts[path],
    real: async (path) => illness.links?.[path] ?? path,
    list: async (path) => folders[path] ?? [],
    devices: async (asked) => asked.split(',').filter((each) => stats[each] !== undefined),
    freeBytes: async () => 50 * 2 ** 30,
    run: async (program, args) => programs[`${program} ${args.join(' ')}`] ?? programs[program],
    portTaken: async () => undefined,
    holders: async () => [],
    loads: async () => undefined,
    models: async () => ({
      models: [
        { id: 'graft-critic', role: 'critic' },
        { id: 'graft-actor', role: 'actor' },
      ],
      problems: [],
    }),
    probe: async () => ({ device: '/dev/graft-stm32', bootId: 7 }),
    ...illness.machine,
  }
  const config = must(parseSite(`version: 1\n${illness.config ?? SERIAL}`, 'graft.yaml'), 'the configuration')
  const unit = illness.unit === null ? undefined : { ...UNIT, active: 'active', ...illness.unit }
  return { config: config.config, machine, unit }
}
