import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from '#cli/install/carry-out.js'
import { CONFIG, planInstall, planUninstall, type Action } from '#cli/install/plan.js'
import { projectFile } from '#documents/read-text-file.js'

const shipped = { read: (path: string) => readFileSync(projectFile(path), 'utf8') }

describe('graft install', () => {
  let prefix = ''
  beforeEach(() => {
    prefix = mkdtempSync(join(tmpdir(), 'graft-install-'))
  })
  afterEach(() => rmSync(prefix, { recursive: true }))
  const plan = (dropIns: readonly string[] = []): readonly Action[] =>
    planInstall({ prefix, program: '/opt/graft', node: '/opt/node/bin/node', dropIns }, shipped)
  const doAll = (actions: readonly Action[], dryRun = false): readonly string[] =>
    actions.map((action) => carryOut(action, dryRun).text.replaceAll(prefix, ''))

  it('places every file that the service needs, with the places of this program', () => {
    const said = doAll(plan(['ipc-only']))
    expect(said).toHaveLength(10)
    for (const line of said) expect(existsSync(join(prefix, line.split(/\s+/)[1] ?? ''))).toBe(true)
    const unit = readFileSync(join(prefix, '/etc/systemd/system/graft.service'), 'utf8')
    expect(unit).toMatch(/^ExecStart=\/opt\/node\/bin\/node .*\/opt\/graft\/bin\/graft\.js serve /m)
    expect(unit).not.toMatch(/\/usr\/lib\/graft|\/usr\/bin\/node/)
    expect(existsSync(join(prefix, '/etc/systemd/system/graft.service.d/ipc-only.conf'))).toBe(true)
    expect(statSync(join(prefix, CONFIG)).mode & 0o777).toBe(0o640)
  })

  it('does nothing on a dry run, and says the same', () => {
    const said = doAll(plan(), true)
    expect(existsSync(join(prefix, 'etc'))).toBe(false)
    expect(doAll(plan())).toEqual(said)
  })

  it('never touches a configuration that is there, and renews what is ours', () => {
    doAll(plan())
    writeFileSync(join(prefix, CONFIG), 'mine')
    writeFileSync(join(prefix, '/etc/udev/rules.d/70-graft.rules'), 'old')
    const said = doAll(plan())
    expect(said.filter((line) => line.startsWith('keep'))).toEqual([`keep   ${CONFIG}  (yours)`])
    expect(said.filter((line) => line.startsWith('renew'))).toHaveLength(1)
    expect(said.filter((line) => line.startsWith('same'))).toHaveLength(7)
    expect(readFileSync(join(prefix, CONFIG), 'utf8')).toBe('mine')
    expect(readFileSync(join(prefix, '/etc/udev/rules.d/70-graft.rules'), 'utf8')).toContain('graft-stm32')
  })

  it('--uninstall leaves the configuration and nothing else', () => {
    doAll(plan(['console-lan']))
    const said = doAll(planUninstall({ prefix }))
    expect(said.filter((line) => line.startsWith('remove'))).toHaveLength(9)
    expect(doAll(planUninstall({ prefix })).every((line) => line.startsWith('gone'))).toBe(true)
    expect(existsSync(join(prefix, CONFIG))).toBe(true)
    expect(existsSync(join(prefix, '/etc/systemd/system/graft.service'))).toBe(false)
  })

  it('tells the running system only when it installs into it', () => {
    const commands = (actions: readonly Action[]): string[] =>
      actions.flatMap((action) => (action.do === 'run' ? [action.command.join(' ')] : []))
    expect(commands(plan())).toEqual([])
    const here = { prefix: '', program: '/opt/graft', node: '/usr/bin/node', dropIns: [] }
    expect(commands(planInstall(here, shipped))).toContain('systemctl daemon-reload')
    expect(commands(planInstall(here, shipped))[0]).toBe('systemd-sysusers graft.conf')
    expect(commands(planUninstall(here))).toEqual([
      'systemctl disable --now graft.service',
      'systemctl daemon-reload',
    ])
  })

  it('goes on when a command does not work, and names it', () => {
    const run = (...command: string[]) => carryOut({ do: 'run', command, why: 'test' }, false)
    expect(run('true').failed).toBeUndefined()
    expect(run('false').failed).toBe('false: exit code 1')
    expect(run('no-such-program-here', 'x').failed).toMatch(/ENOENT/)
    expect(carryOut({ do: 'run', command: ['false'], why: 'test' }, true).failed).toBeUndefined()
  })
})
