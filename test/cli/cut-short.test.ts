import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { RunStore } from '#adapters/store/run-store.js'
import { err, must } from '#base/result.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { virtualRobots, type RobotProvider } from '#app/connections/robot-provider.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import { learnOnField } from '#app/field-run.js'
import { watchRun } from '#cli/run/watch-run.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import { FIRST, library, manifestOf, setup } from '../crash/support/mission.js'
import { scriptedMinds } from '../runtime/support/loop.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-cut-'))
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** `graft run` of two episodes, with a robot that does not come up for this one. @param as how it ends instead */
async function runUntil(
  episode: number,
  kind: BringUpFailure['kind'],
  as: (end: LearnRunEnd) => LearnRunEnd = (end) => end,
) {
  const manifest = manifestOf(1)
  const store = RunStore.create(folder, manifest)
  const wasm = must(readFirmware(), 'shipped firmware')
  const own = virtualRobots({ setup, wasm, seed: 1, faults: 'none' })
  const connections: RobotProvider = {
    ...own,
    next: (number, listeners) =>
      number === episode ? Promise.resolve(err({ kind, text: 'as told' })) : own.next(number, listeners),
  }
  let told = ''
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((told += String(text)), true))
  const job = { manifest, setup, start: FIRST, before: [], store, library, models: scriptedMinds() }
  const signal = new AbortController().signal
  const code = await watchRun({ ...job, json: true, virtual: true }, (watch) =>
    learnOnField({ ...job, ...watch, connections, signal }).then(as),
  )
  const has = (name: string): boolean => existsSync(join(store.folder, name))
  const episodes = has('episodes.jsonl') ? readFileSync(join(store.folder, 'episodes.jsonl'), 'utf8') : ''
  return {
    ...{ code, told, report: has('report.html'), summary: has('summary.json') },
    episodes: episodes.split('\n').filter((line) => line !== '').length,
  }
}

it.each([
  ['', 'the link to the controller was lost; it has stopped the robot by itself\n'],
  ['nobody knows whether it stands', 'nobody knows whether it stands\n'],
])('a lost link (%j): that the robot stands is said where a controller has stopped it', async (why, told) => {
  const { code, told: said } = await runUntil(2, 'no-answer', (end) =>
    end.kind === 'cut-short' ? { ...end, by: 'link-lost', why } : end,
  )
  expect(code).toBe(EXIT.linkLost)
  expect(said).toContain(`${told}continue with: graft run --resume`)
  expect(said.includes('by itself')).toBe(why === '')
})

it.each([
  ['no-answer', EXIT.linkLost],
  ['refused', EXIT.linkLost],
  ['not-armed', EXIT.linkLost],
  ['stopped', EXIT.interrupted],
] as const)(
  'an episode that does not start (%s) keeps those before it: report and hint',
  async (kind, expected) => {
    const { code, told, ...kept } = await runUntil(2, kind)
    expect(kept).toEqual({ report: true, summary: true, episodes: 1 })
    expect(told).toContain('--resume')
    expect(told.includes('as told')).toBe(kind !== 'stopped')
    expect(code).toBe(expected)
  },
)

it('a run that is stopped in its first episode says that it was interrupted', async () => {
  const { code, told } = await runUntil(1, 'stopped')
  expect(told).toContain('as told')
  expect(code).toBe(EXIT.interrupted)
})

it('a run whose first episode does not start has moved nothing', async () => {
  const { code, told, ...kept } = await runUntil(1, 'no-answer')
  expect(kept).toEqual({ report: false, summary: false, episodes: 0 })
  expect(told).toContain('as told')
  expect(code).toBe(EXIT.linkLost)
})
