import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectFile } from '#documents/read-text-file.js'
import { needs } from '../needs/needs.js'
import { udevProblems } from './support/udev-syntax.js'

const shipped = (path: string): string => readFileSync(projectFile(`systemd/${path}`), 'utf8')

describe('the units', needs('systemd-analyze'), () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'graft-units-'))
    for (const unit of ['graft.service', 'graft-safe-stop.service'])
      cpSync(projectFile(`systemd/${unit}`), join(folder, unit))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const dropIn = (name: string): void => {
    mkdirSync(join(folder, 'graft.service.d'), { recursive: true })
    const from = projectFile(`systemd/examples/graft.service.d/${name}.conf`)
    cpSync(from, join(folder, 'graft.service.d', `${name}.conf`))
  }
  const exposure = (unit: string): number => {
    const out = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', join(folder, unit)],
      { encoding: 'utf8' },
    )
    return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(out)?.[1] ?? NaN)
  }
  const verify = (unit: string) =>
    spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, unit)], { encoding: 'utf8' })

  it('exposure is at most 1.3 with a console on TCP, on loopback and on the site network', () => {
    expect(exposure('graft.service')).toBeLessThanOrEqual(1.3)
    dropIn('console-lan')
    expect(exposure('graft.service')).toBeLessThanOrEqual(1.3)
  })

  it('exposure is at most 0.5 with a console on Unix sockets', () => {
    dropIn('ipc-only')
    expect(exposure('graft.service')).toBeLessThanOrEqual(0.5)
  })

  it('exposure of the safe stop is at most 0.5', () => {
    expect(exposure('graft-safe-stop.service')).toBeLessThanOrEqual(0.5)
  })

  it('the measure can fail: a bare unit is above 9', () => {
    execFileSync('sh', [
      '-c',
      `printf '[Service]\\nExecStart=/bin/true\\n' > ${join(folder, 'bare.service')}`,
    ])
    expect(exposure('bare.service')).toBeGreaterThan(9)
  })

  it.each([[[]], [['ipc-only']], [['console-lan']]])('is verified clean, with drop-ins %j', (dropIns) => {
    for (const name of dropIns) dropIn(name)
    for (const unit of ['graft.service', 'graft-safe-stop.service']) {
      const { status, stderr } = verify(unit)
      // a program that is not installed here is no mistake of the unit
      const problems = stderr
        .split('\n')
        .filter((line) => line.includes(unit) && !/not executable/.test(line))
      expect(problems).toEqual([])
      expect(status === 0 || /not executable/.test(stderr), stderr).toBe(true)
    }
  })
})

describe('what the units promise', () => {
  it('the watchdog, the restart and the last word are as documented', () => {
    const unit = shipped('graft.service')
    for (const line of [
      'Type=notify',
      'NotifyAccess=main',
      'WatchdogSec=3s',
      'Restart=always',
      'RestartSec=1s',
      'OnFailure=graft-safe-stop.service',
      'RestartPreventExitStatus=2',
      'KillMode=mixed',
      'ExecStart=/usr/bin/node --single-threaded-gc --disallow-code-generation-from-strings /usr/lib/graft/bin/graft.js serve --config /etc/graft/graft.yaml',
      'ExecStartPost=+-/usr/bin/chrt --rr --reset-on-fork --pid 20 $MAINPID',
      'RestrictRealtime=yes',
      'LimitRTPRIO=0',
      'LimitRTTIME=2500ms',
      'MemoryMax=75%',
      'MemorySwapMax=0',
      'TasksMax=256',
    ])
      expect(unit.split('\n')).toContain(line)
    expect(unit).toMatch(/UV_THREADPOOL_SIZE=16/)
    expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m)
  })

  it('no drop-in of an example lies where systemd would take it for one of the unit', () => {
    expect(
      readdirSync(projectFile('systemd')).filter((name) => name.endsWith('.d') && name.includes('.service')),
    ).toEqual([])
  })

  it('every directive of the units is explained in docs/service.md', () => {
    const page = readFileSync(projectFile('docs/service.md'), 'utf8')
    const names = [...shipped('graft.service').matchAll(/^([A-Z]\w+)=/gm)].map((match) => match[1] ?? '')
    expect(names.length).toBeGreaterThan(50)
    expect(
      [...new Set(names)].filter((name) => !page.includes(`\`${name}`) && !page.includes(`${name}=`)),
    ).toEqual([])
  })
})

describe('the udev rules', () => {
  it('have keys, operators and values as udev reads them', () => {
    const rules = shipped('udev/70-graft.rules')
    expect(udevProblems(rules)).toEqual([])
    expect(rules.match(/SYMLINK\+="graft-stm32"/g)?.length).toBeGreaterThanOrEqual(3)
    for (const line of rules.split('\n').filter((each) => /^SUBSYSTEM=="(tty|video4linux)"/.test(each)))
      expect(line).toMatch(/GROUP="graft", MODE="0660"/)
  })

  it.each(['0403', '10c4', '1a86'])('know adapters of vendor %s, behind a controller on USB', (vendor) => {
    const lines = shipped('udev/70-graft.rules')
      .split('\n')
      .filter((line) => line.includes(`"${vendor}"`))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('OPTIONS+="link_priority=-100"')
    expect(lines[0]).toContain('ENV{ID_MM_DEVICE_IGNORE}="1"')
  })

  it('tell FTDI to send at once', () => {
    expect(shipped('udev/70-graft.rules')).toMatch(
      /^ACTION=="add\|bind", SUBSYSTEM=="usb-serial", DRIVER=="ftdi_sio", ATTR\{latency_timer\}="1"$/m,
    )
    expect(shipped('modules-load.d/graft.conf')).toMatch(/^usbserial$/m)
  })

  it.each([
    ['SUBSYSTEM="tty", GROUP="graft"', /SUBSYSTEM is compared/],
    ['SUBSYSTEM=="tty", GROUP=="graft"', /GROUP is set/],
    ['SUBSYSTEM=="tty" GROUP="graft"', /comma/],
    ['SUBSYSTEMM=="tty", MODE="0660"', /SUBSYSTEMM/],
    ['SUBSYSTEM=="tty", MODE="660x"', /MODE/],
    ['SUBSYSTEM=="tty", SYMLINK+="/dev/x"', /SYMLINK/],
    ['SUBSYSTEM=="tty", ATTRS{idVendor}=="0x0483", MODE="0660"', /idVendor/],
    ['SUBSYSTEM=="tty", GROUP="graft', /quote/],
    ['SUBSYSTEM=="tty"', /does nothing/],
  ])('a mistake is found: %s', (line, problem) => {
    const problems = udevProblems(`# head\n${line}\n`)
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.join('\n')).toMatch(problem)
    expect(problems[0]).toMatch(/^line 2: /)
  })
})
