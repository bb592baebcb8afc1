import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, expect, it, vi } from 'vitest'
import { addInstallCommand } from '#cli/install/install-command.js'
import type { Action } from '#cli/install/plan.js'

const planned: Action[] = []
vi.mock('#cli/install/plan.js', () => ({
  planInstall: () => planned,
  planUninstall: () => [],
  CONFIG: '/etc/graft/graft.yaml',
}))
afterEach(() => vi.restoreAllMocks())

it.each([
  [['true', 'true'], 0, []],
  [['false', 'true'], 6, ['failed: false: exit code 1\n']],
] as const)('graft install whose steps are %s ends with %i', async (programs, code, failures) => {
  const prefix = mkdtempSync(join(tmpdir(), 'graft-install-'))
  planned.splice(0)
  for (const program of programs) planned.push({ do: 'run', command: [program], why: 'test' })
  let [done, told] = ['', '']
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((done += String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((told += String(text)), true))
  const codes: number[] = []
  const program = new Command()
  addInstallCommand(program, (ended) => codes.push(ended))
  await program.parseAsync(['install', '--prefix', prefix, '--program', '/opt/graft'], { from: 'user' })
  rmSync(prefix, { recursive: true })
  expect(codes).toEqual([code])
  expect(done.match(/^run /gm)).toHaveLength(2)
  expect(told.match(/^failed: .*\n/gm) ?? []).toEqual(failures)
})
