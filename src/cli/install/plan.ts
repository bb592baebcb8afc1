import { join } from 'node:path'

/** One step of `graft install`. Files are written atomically; commands may fail, which is reported. */
export type Action =
  | {
      readonly do: 'write'
      readonly path: string
      readonly mode: number
      readonly text: string
      readonly why: string
    }
  /** written only if missing: from then on the file belongs to the site */
  | {
      readonly do: 'keep'
      readonly path: string
      readonly mode: number
      readonly text: string
      readonly why: string
    }
  | { readonly do: 'remove'; readonly path: string; readonly why: string }
  | { readonly do: 'run'; readonly command: readonly string[]; readonly why: string }

/** The shipped files under `systemd/` and `config/`. */
export interface Shipped {
  read(path: string): string
}

export interface Where {
  /** prepended to every path, to install into the root of an image */
  readonly prefix: string
  /** absolute folder of this program on the installed system */
  readonly program: string
  /** absolute path of Node.js */
  readonly node: string
  /** `ipc-only`, `console-lan`: examples to install as drop-ins */
  readonly dropIns: readonly string[]
}

interface Placed {
  readonly from: string
  readonly to: string
  readonly why: string
}

const FILES: readonly Placed[] = [
  { from: 'systemd/graft.service', to: '/etc/systemd/system/graft.service', why: 'the service' },
  {
    from: 'systemd/graft-safe-stop.service',
    to: '/etc/systemd/system/graft-safe-stop.service',
    why: 'stops the robot when the service has failed',
  },
  { from: 'systemd/sysusers.d/graft.conf', to: '/etc/sysusers.d/graft.conf', why: 'user and group graft' },
  { from: 'systemd/tmpfiles.d/graft.conf', to: '/etc/tmpfiles.d/graft.conf', why: 'who may read /etc/graft' },
  {
    from: 'systemd/udev/70-graft.rules',
    to: '/etc/udev/rules.d/70-graft.rules',
    why: 'controller and camera belong to group graft; /dev/graft-stm32',
  },
  {
    from: 'systemd/modules-load.d/graft.conf',
    to: '/etc/modules-load.d/graft.conf',
    why: 'drivers that DeviceAllow= must find',
  },
  {
    from: 'systemd/journald.conf.d/graft.conf',
    to: '/etc/systemd/journald.conf.d/graft.conf',
    why: 'a log that survives reboots and never fills the disk',
  },
  {
    from: 'config/graft.schema.json',
    to: '/etc/graft/graft.schema.json',
    why: 'schema of graft.yaml, for editors',
  },
]
export const CONFIG = '/etc/graft/graft.yaml'

export function planInstall(where: Where, shipped: Shipped): readonly Action[] {
  const { prefix, dropIns } = where
  const write = ({ from, to, why }: Placed): Action => ({
    do: 'write',
    path: join(prefix, to),
    mode: 0o644,
    text: settle(shipped.read(from), where),
    why,
  })
  const files = [
    ...FILES,
    ...dropIns.map((name) => ({
      from: `systemd/examples/graft.service.d/${name}.conf`,
      to: `/etc/systemd/system/graft.service.d/${name}.conf`,
      why: `drop-in ${name}`,
    })),
  ].map(write)
  const config: Action = {
    do: 'keep',
    path: join(prefix, CONFIG),
    mode: 0o640,
    text: shipped.read('config/graft.yaml'),
    why: 'the configuration, yours from now on',
  }
  return [...files, config, ...(prefix === '' ? COMMANDS : [])]
}

/** Removes everything except what belongs to the site: configuration, state and user stay. */
export function planUninstall({ prefix }: Pick<Where, 'prefix'>): readonly Action[] {
  const remove = (path: string, why: string): Action => ({ do: 'remove', path: join(prefix, path), why })
  const stop: Action = {
    do: 'run',
    command: ['systemctl', 'disable', '--now', 'graft.service'],
    why: 'stop it',
  }
  return [
    ...(prefix === '' ? [stop] : []),
    ...FILES.map(({ to, why }) => remove(to, why)),
    remove('/etc/systemd/system/graft.service.d', 'drop-ins'),
    ...(prefix === '' ? [RELOAD] : []),
  ]
}

const run = (why: string, ...command: readonly string[]): Action => ({ do: 'run', command, why })
const RELOAD = run('read the units', 'systemctl', 'daemon-reload')
const COMMANDS: readonly Action[] = [
  run('create user and group', 'systemd-sysusers', 'graft.conf'),
  run('set the permissions', 'systemd-tmpfiles', '--create', 'graft.conf'),
  run('load the drivers now', 'modprobe', '-a', 'cdc_acm', 'uvcvideo'),
  run('read the udev rules', 'udevadm', 'control', '--reload'),
  run(
    'apply them to connected devices',
    'udevadm',
    'trigger',
    '--subsystem-match=tty',
    '--subsystem-match=video4linux',
  ),
  RELOAD,
]

/** Replaces the Debian package's paths, which the shipped units contain. */
const settle = (text: string, { program, node }: Where): string =>
  text.replaceAll('/usr/lib/graft', program).replaceAll('/usr/bin/node', node)
