import { describe, expect, it } from 'vitest'
import { CHECKS, examine, unitState } from '#cli/doctor/doctor.js'
import { thisMachine } from '#cli/doctor/this-machine.js'
import { device, file, folder, patient, type Illness } from './support/fake-machine.js'

const EYE = '/dev/v4l/by-id/eye'
const STM = '/dev/graft-stm32'
const serial = (more: string): string =>
  `robot: { body: serial, devices: '${STM}' }\nstore: { dir: /var/lib/graft }\n${more}`
const stopped = { active: 'inactive' }
const taken = { portTaken: async () => 'EADDRINUSE' }

/** illness, the check that must see it, what it says, and a word of the text */
const CASES: readonly (readonly [string, Illness, string, 'ok' | 'warn' | 'fail', RegExp])[] = [
  [
    'Node.js is too old',
    { machine: { node: { version: 'v20.18.0', platform: 'linux', arch: 'x64' } } },
    'program',
    'fail',
    /20\.18/,
  ],
  [
    'Node.js is newer',
    { machine: { node: { version: 'v24.1.0', platform: 'linux', arch: 'arm64' } } },
    'program',
    'ok',
    /24\.1/,
  ],
  [
    'a native package is for another processor',
    { machine: { loads: async (name) => (name === 'zeromq' ? 'invalid ELF header' : undefined) } },
    'program',
    'fail',
    /zeromq .*ELF/,
  ],
  ['one core', { machine: { cores: 1 } }, 'computer', 'warn', /1 core,/],
  ['little memory', { machine: { memoryBytes: 2 ** 31 } }, 'computer', 'warn', /2\.0 GiB/],
  ['a busy computer', { machine: { load: 9 } }, 'computer', 'warn', /load 9/],
  [
    'a slow governor',
    { texts: { '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'powersave\n' } },
    'computer',
    'warn',
    /powersave/,
  ],
  [
    'a hot processor',
    { texts: { '/sys/class/thermal/thermal_zone0/temp': '97000' } },
    'computer',
    'warn',
    /97 °C/,
  ],
  ['no systemd', { unit: null }, 'unit', 'warn', /no systemd/],
  ['no unit', { unit: { loaded: false } }, 'unit', 'warn', /not installed/],
  ['a unit that runs', {}, 'unit', 'ok', /is running/],
  ['a unit that failed', { unit: { active: 'failed', result: 'watchdog' } }, 'unit', 'fail', /watchdog/],
  ['a unit that is stopped', { unit: stopped }, 'unit', 'warn', /inactive/],
  ['a unit that restarts', { unit: { restarts: 4 } }, 'unit', 'warn', /4 times/],
  ['a unit that is not enabled', { unit: { enabled: false } }, 'unit', 'warn', /does not start/],
  ['a unit that was edited', { unit: { reloadNeeded: true } }, 'unit', 'warn', /changed/],
  [
    'no serial device',
    { stats: { [STM]: undefined } },
    'serial',
    'fail',
    /there is no serial device \/dev\/graft-stm32 or \/dev\/ttyACM\*$/,
  ],
  ['a file where the device should be', { stats: { [STM]: file(0o660) } }, 'serial', 'fail', /not a device/],
  [
    'a device of another group',
    { stats: { [STM]: device(0o660, { gid: 20 }) } },
    'serial',
    'fail',
    /group graft has no access .*group 20, mode 0660/,
  ],
  ['a device that its group may only read', { stats: { [STM]: device(0o640) } }, 'serial', 'fail', /0640/],
  ['a device for everybody', { stats: { [STM]: device(0o666, { gid: 20 }) } }, 'serial', 'ok', /graft-stm32/],
  [
    'no user graft, and no right',
    { texts: { '/etc/group': 'root:x:0:\n' }, machine: { may: async () => false } },
    'serial',
    'fail',
    /you have no access/,
  ],
  [
    'a device that a terminal program holds',
    { unit: stopped, machine: { holders: async () => ['812 minicom'] } },
    'serial',
    'fail',
    /812 minicom/,
  ],
  [
    'a device that the service holds',
    { machine: { holders: async () => ['700 node'] } },
    'serial',
    'ok',
    /in use by the service/,
  ],
  [
    'ModemManager',
    { programs: { 'systemctl is-active ModemManager': { code: 0, out: 'active\n' } } },
    'serial',
    'warn',
    /ModemManager/,
  ],
  [
    'an FTDI adapter that keeps bytes for 16 ms',
    {
      links: { [STM]: '/dev/ttyUSB0' },
      texts: {
        '/sys/class/tty/ttyUSB0/device/../../idVendor': '0403\n',
        '/sys/class/tty/ttyUSB0/device/latency_timer': '16\n',
      },
    },
    'serial',
    'warn',
    /16 ms .*latency_timer/,
  ],
  [
    'an FTDI adapter that is prompt',
    {
      links: { [STM]: '/dev/ttyUSB0' },
      texts: {
        '/sys/class/tty/ttyUSB0/device/../../idVendor': '0403\n',
        '/sys/class/tty/ttyUSB0/device/latency_timer': '1\n',
      },
    },
    'serial',
    'ok',
    /FTDI, latency 1 ms/,
  ],
  [
    'a CP210x, which has no such timer',
    { links: { [STM]: '/dev/ttyUSB3' }, texts: { '/sys/class/tty/ttyUSB3/device/../../idVendor': '10c4\n' } },
    'serial',
    'ok',
    /graft-stm32, CP210x$/,
  ],
  [
    'a CH340',
    { links: { [STM]: '/dev/ttyUSB0' }, texts: { '/sys/class/tty/ttyUSB0/device/../../idVendor': '1a86\n' } },
    'serial',
    'ok',
    /graft-stm32, CH340$/,
  ],
  [
    'the virtual COM port of an STM32',
    { links: { [STM]: '/dev/ttyACM0' }, texts: { '/sys/class/tty/ttyACM0/device/../idVendor': '0483\n' } },
    'serial',
    'ok',
    /graft-stm32, STM32$/,
  ],
  [
    'a name with a number',
    {
      config: "robot: { body: serial, devices: '/dev/ttyUSB0' }",
      stats: { '/dev/ttyUSB0': device(0o660) },
      folders: { '/dev/serial/by-id': ['usb-FTDI_FT232R_A1'] },
    },
    'serial',
    'warn',
    /ttyUSB0 may be another device/,
  ],
  [
    'a laser scanner beside the controller',
    { folders: { '/dev/serial/by-id': ['usb-FTDI_A1', 'usb-Silicon_Labs_CP2102'] } },
    'serial',
    'warn',
    /2 USB serial devices/,
  ],
  [
    'a braille driver that takes the adapter away',
    {
      stats: { [STM]: undefined },
      folders: { '/usr/lib/udev/rules.d': ['85-brltty.rules'], '/sys/bus/usb/devices': ['1-1'] },
      texts: {
        '/usr/lib/udev/rules.d/85-brltty.rules':
          'ENV{PRODUCT}=="1a86/7523/*", ENV{BRLTTY_BRAILLE_DRIVER}="bm", GOTO="brltty_usb_run"\n',
        '/sys/bus/usb/devices/1-1/idVendor': '1a86\n',
        '/sys/bus/usb/devices/1-1/idProduct': '7523\n',
      },
    },
    'serial',
    'warn',
    /brltty takes a CH340/,
  ],
  ['a loop with a rank', {}, 'realtime', 'ok', /SCHED_RR 20/],
  [
    'a loop without one',
    { texts: { '/proc/700/stat': `700 (node) S${' 0'.repeat(40)}` } },
    'realtime',
    'warn',
    /normal priority/,
  ],
  [
    'a kernel that lets a runaway keep a processor',
    { texts: { '/proc/sys/kernel/sched_rt_runtime_us': '-1\n' } },
    'realtime',
    'warn',
    /-1/,
  ],
  [
    'a kernel without real time',
    { unit: stopped, texts: { '/proc/sys/kernel/sched_rt_runtime_us': '0\n' } },
    'realtime',
    'warn',
    /no real-time priority/,
  ],
  [
    'a unit without chrt',
    { unit: stopped, stats: { '/usr/bin/chrt': undefined } },
    'realtime',
    'warn',
    /no real/,
  ],
  ['a unit that will give a rank', { unit: stopped }, 'realtime', 'ok', /real-time priority at start/],
  ['a user without the right', { unit: null, machine: { uid: 1000 } }, 'realtime', 'warn', /you may not use/],
  [
    'a user with the right',
    {
      unit: null,
      machine: { uid: 1000 },
      texts: {
        '/proc/self/limits': 'Max realtime priority     0                    20                   \n',
      },
    },
    'realtime',
    'ok',
    /can get/,
  ],
  ['a virtual robot', { config: 'robot: { body: virtual }' }, 'serial', 'ok', /virtual/],
  ['no camera set', { config: serial('') }, 'camera', 'warn', /none/],
  ['a simulated camera', { config: 'robot: { body: virtual }' }, 'camera', 'ok', /simulated/],
  [
    'a test picture',
    { config: serial('camera: { source: test }') },
    'camera',
    'ok',
    /test picture of ffmpeg 5\.1\.9/,
  ],
  ['no ffmpeg', { programs: { ffmpeg: undefined } }, 'camera', 'fail', /ffmpeg is missing/],
  ['no camera plugged in', { stats: { [EYE]: undefined } }, 'camera', 'fail', /no camera/],
  ['a file where the camera should be', { stats: { [EYE]: file(0o660) } }, 'camera', 'fail', /not a device/],
  ['a camera of group video', { stats: { [EYE]: device(0o660, { gid: 44 }) } }, 'camera', 'fail', /group 44/],
  [
    'a camera in use',
    { unit: stopped, machine: { holders: async () => ['99 cheese'] } },
    'camera',
    'warn',
    /99 cheese/,
  ],
  ['a camera', {}, 'camera', 'ok', /by ffmpeg 5\.1\.9/],
  [
    'a changed model',
    {
      machine: {
        models: async () => ({
          models: [{ id: 'c', role: 'critic' }],
          problems: [
            { code: 'model.hash-mismatch', severity: 'error', message: 'c/model.onnx has another hash' },
          ],
        }),
      },
    },
    'models',
    'fail',
    /another hash/,
  ],
  [
    'no actor',
    { machine: { models: async () => ({ models: [{ id: 'c', role: 'critic' }], problems: [] }) } },
    'models',
    'fail',
    /no actor/,
  ],
  ['an unknown critic', { config: 'models: { criticModel: mine }' }, 'models', 'fail', /no critic mine/],
  ['an actor by rules', { config: 'models: { actor: rules }' }, 'models', 'warn', /rules/],
  ['models', {}, 'models', 'ok', /graft-actor/],
  ['no console', { config: 'console: { enabled: false }' }, 'keys', 'warn', /the console is disabled/],
  [
    'no keys yet',
    { stats: { '/var/lib/graft/keys/server.json': undefined } },
    'keys',
    'ok',
    /will be created/,
  ],
  [
    'keys for everybody',
    { stats: { '/var/lib/graft/keys/server.json': file(0o644) } },
    'keys',
    'fail',
    /server\.json/,
  ],
  [
    'a loose key of a client',
    { stats: { '/var/lib/graft/keys/local.graft-key': file(0o640) } },
    'keys',
    'fail',
    /local\.graft-key/,
  ],
  ['nobody is let in', { folders: { '/var/lib/graft/keys/allowed': [] } }, 'keys', 'warn', /nobody/],
  [
    'a state folder of others',
    { machine: { uid: 1000, may: async () => false } },
    'keys',
    'warn',
    /may not read/,
  ],
  ['two keys', {}, 'keys', 'ok', /2 keys: local, anna/],
  ['no state folder', { stats: { '/var/lib/graft': undefined } }, 'state', 'ok', /does not exist yet/],
  [
    'a state folder of root',
    { stats: { '/var/lib/graft': folder(0o700, { uid: 0 }) } },
    'state',
    'fail',
    /belongs to user 0/,
  ],
  [
    'a file where the state should be',
    { stats: { '/var/lib/graft': file(0o600) } },
    'state',
    'fail',
    /not a folder/,
  ],
  [
    'state that a reboot empties',
    { config: 'store: { dir: /run/graft }', stats: { '/run/graft': folder(0o700) } },
    'state',
    'warn',
    /survive a reboot/,
  ],
  [
    'a state folder that is not writable',
    {
      config: 'store: { dir: /data }',
      stats: { '/data': folder(0o500) },
      machine: { may: async () => false },
    },
    'state',
    'warn',
    /may not write to/,
  ],
  [
    'a disk that is nearly full',
    { machine: { freeBytes: async () => 600 * 2 ** 20 } },
    'state',
    'warn',
    /nothing is recorded/,
  ],
  [
    'a state folder in which others may write',
    {
      machine: {
        strangers: (path, uid) => ({
          code: 'state.permissions',
          severity: 'error',
          message: `others may write in ${path}, of ${uid}`,
          got: '770',
          hint: `chmod go-w ${path}`,
        }),
      },
    },
    'state',
    'fail',
    /will not start: others may write in \/var\/lib\/graft, of 990 \(770\)/,
  ],
  ['a state folder of the service alone', {}, 'state', 'ok', /only its owner/],
  ['a full disk', { machine: { freeBytes: async () => 10 * 2 ** 20 } }, 'state', 'fail', /no run starts/],
  ['room', {}, 'state', 'ok', /50\.0 GiB/],
  ['a clock of 1970', { machine: { now: () => 0 } }, 'clock', 'fail', /1970/],
  [
    'a clock that went back',
    { stats: { '/var/lib/graft/graft.db': file(0o600, { changedMs: Date.UTC(2027, 0, 1) }) } },
    'clock',
    'fail',
    /went back/,
  ],
  [
    'a clock alone',
    { programs: { timedatectl: { code: 0, out: 'no\n' } } },
    'clock',
    'warn',
    /not synchronised/,
  ],
  ['no timedatectl', { programs: { timedatectl: undefined } }, 'clock', 'ok', /cannot tell whether/],
  ['a port in use', { unit: stopped, machine: taken }, 'ports', 'fail', /127\.0\.0\.1:5870 is unavailable/],
  ['ports of the service', { machine: taken }, 'ports', 'ok', /in use by the service/],
  [
    'ports of a service that was started in a terminal',
    {
      unit: stopped,
      machine: {
        ...taken,
        holders: async (path: string) => (path === '/var/lib/graft/lock' ? ['812 node'] : []),
      },
    },
    'ports',
    'ok',
    /in use by graft serve on this state, process 812 node/,
  ],
  ['Groot2 wanted', { config: 'groot: { enabled: true }' }, 'ports', 'ok', /Groot2: 127\.0\.0\.1:1668/],
  [
    'a socket in a folder that is not there',
    { unit: stopped, config: "console: { listen: 'ipc:///srv/graft/console' }" },
    'ports',
    'fail',
    /\/srv\/graft is missing/,
  ],
  [
    'a socket where systemd makes the folder',
    { unit: stopped, config: "console: { listen: 'ipc:///run/graft/console' }" },
    'ports',
    'ok',
    /created by systemd/,
  ],
  [
    'nothing to listen on',
    { config: 'console: { enabled: false }\ndashboard: { enabled: false }' },
    'ports',
    'ok',
    /no port/,
  ],
  ['a journal in memory', { stats: { '/var/log/journal': undefined } }, 'journal', 'warn', /lost on reboot/],
  ['a controller that answers', { unit: stopped }, 'controller', 'ok', /boot 7/],
  [
    'a controller that is silent',
    { unit: stopped, machine: { probe: async () => ({ why: 'no controller answers' }) } },
    'controller',
    'fail',
    /no controller answers/,
  ],
  ['a controller in use', {}, 'controller', 'warn', /not probed/],
  ['a virtual controller', { config: 'robot: { body: virtual }' }, 'controller', 'ok', /part of the program/],
]

describe('graft doctor', () => {
  it.each(CASES)('%s', async (_, illness, check, state, text) => {
    const found = await examine(patient(illness), { probe: check === 'controller' })
    const lines = found.filter((each) => each.check === check)
    expect(lines).toContainEqual(
      expect.objectContaining({ state, text: expect.stringMatching(text) as string }),
    )
  })

  it('has a case for each check and for each of its outcomes but those that it does not have', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(65)
    const seen = new Set(CASES.map(([, , check, state]) => `${check} ${state}`))
    const never = [
      'program warn',
      'computer fail',
      'computer ok',
      'ports warn',
      'journal fail',
      'journal ok',
      'realtime fail',
    ]
    const all = [...Object.keys(CHECKS), 'controller'].flatMap((check) =>
      ['ok', 'warn', 'fail'].map((state) => `${check} ${state}`),
    )
    expect(all.filter((each) => !seen.has(each)).sort()).toEqual(never.sort())
  })

  it('finds nothing wrong with a robot that is well', async () => {
    const found = await examine(patient(), { probe: false })
    expect(found.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(new Set(found.map(({ check }) => check))).toEqual(new Set(Object.keys(CHECKS)))
  })

  it('says for everything that is not ok what to do, and nothing for what is', async () => {
    let judged = 0
    for (const [, illness, check] of CASES) {
      for (const { state, mend } of await examine(patient(illness), { probe: check === 'controller' })) {
        judged++
        if (state === 'ok') expect(mend).toBeUndefined()
        else expect(mend?.length).toBeGreaterThan(10)
      }
    }
    expect(judged).toBeGreaterThan(600)
  })

  it('a check that breaks is a finding, and the others go on', async () => {
    const found = await examine(
      patient({ machine: { models: async () => Promise.reject(new Error('boom')) } }),
      {
        probe: false,
      },
    )
    expect(found).toContainEqual(expect.objectContaining({ check: 'models', state: 'fail' }))
    expect(found.some(({ check }) => check === 'journal')).toBe(true)
  })

  it('says one thing about the rank, and what in the kernel refuses it', async () => {
    const normal = `700 (node) S${' 0'.repeat(40)}`
    const texts = { '/proc/700/stat': normal, '/boot/config-6.1.0-graft': 'CONFIG_RT_GROUP_SCHED=y\n' }
    const found = await examine(patient({ texts }), { probe: false })
    const lines = found.filter(({ check }) => check === 'realtime')
    expect(lines).toHaveLength(1)
    expect(lines[0]?.mend).toContain('CONFIG_RT_GROUP_SCHED')
  })

  it('a ModemManager that the udev rule keeps away is no trouble', async () => {
    const programs = {
      'systemctl is-active ModemManager': { code: 0, out: 'active\n' },
      udevadm: { code: 0, out: 'ID_MM_DEVICE_IGNORE=1\n' },
    }
    const found = await examine(patient({ programs }), { probe: false })
    expect(found.filter(({ check, state }) => check === 'serial' && state !== 'ok')).toEqual([])
  })

  it('reads what systemctl says', async () => {
    const out =
      'Result=watchdog\nNRestarts=3\nLoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nNeedDaemonReload=no\nMainPID=812\n'
    expect(await unitState({ run: async () => ({ code: 0, out }) })).toEqual({
      loaded: true,
      enabled: true,
      active: 'failed',
      result: 'watchdog',
      restarts: 3,
      reloadNeeded: false,
      mainPid: 812,
    })
    expect(await unitState({ run: async () => ({ code: 1, out: '' }) })).toBeUndefined()
    expect(await unitState({ run: async () => undefined })).toBeUndefined()
  })

  it('looks at this computer without changing it, and every line has its form', async () => {
    const found = await examine(
      { ...patient({ config: 'robot: { body: virtual }' }), machine: thisMachine() },
      {
        probe: false,
      },
    )
    expect(found.length).toBeGreaterThanOrEqual(12)
    expect(found.filter(({ check, state }) => check === 'program' && state !== 'ok')).toEqual([])
    expect(found.filter(({ text }) => text.includes('the check failed'))).toEqual([])
  })
})
