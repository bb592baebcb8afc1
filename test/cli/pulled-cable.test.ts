import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, it, vi } from 'vitest'
import { readEpisodes } from '#adapters/store/run-store.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { addRunOptions, type RunOptions } from '#app/command-line/options.js'
import { main } from '#cli/cli.js'
import { missingPartner } from '#cli/run/partners.js'
import { neverPulled, stillToPull } from '#cli/run/pulled-cable.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { fixtureRecords } from '../report/fixture.js'

const parsed = (...args: string[]): RunOptions => {
  const command = addRunOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
  return command.parse(args, { from: 'user' }).opts()
}

it('a cable is not pulled in an episode that the run does not have', () => {
  expect(missingPartner(parsed('--episodes', '2', '--inject', 'unplug@5:3'))).toMatchObject({
    expected: 'an episode from 1 to 2',
    got: '--inject unplug@5:3 with --episodes 2',
  })
  expect(missingPartner(parsed('--episodes', '2', '--inject', 'unplug@2:3'))).toBeUndefined()
})

it('a second fault is refused instead of replacing the first, and so is one of a real robot', () => {
  expect(() => parsed('--inject', 'unplug@1:3', '--inject', 'unplug@2:3')).toThrow(/got a second one/)
  expect(() => parsed('--serial', '/dev/ttyACM0', '--inject', 'unplug@1:3')).toThrow(/cannot be used with/)
})

it('what was to happen and did not is said, unless the run may still come to it', () => {
  const records = fixtureRecords().slice(0, 2)
  const cut = records.map((record): EpisodeRecord => ({ ...record, endReason: 'link-lost' }))
  const saidOf = (kind: 'done' | 'cut-short', of: readonly EpisodeRecord[], episode: number) =>
    neverPulled({ kind, records: of }, { inject: { episode, atSeconds: 500 } })?.message
  expect(saidOf('done', records, 1)).toMatch(/^the cable was never pulled: episode 1 was over after [\d.]+ s/)
  expect(saidOf('done', records, 3)).toBe('the cable was never pulled: the run was over after episode 2')
  expect(saidOf('cut-short', records, 3)).toBeUndefined()
  expect(saidOf('cut-short', cut, 2)).toBeUndefined()
  expect(neverPulled({ kind: 'done', records }, {})).toBeUndefined()
})

it('a run that goes on keeps a fault that is still to come, and no other', () => {
  const [one, two] = fixtureRecords() as [EpisodeRecord, EpisodeRecord]
  const cut: EpisodeRecord = { ...two, endReason: 'link-lost' }
  const stopped: EpisodeRecord = { ...two, endReason: 'operator-stop' }
  const manifest = { inject: 'unplug@2:15' }
  const to = { inject: { episode: 2, atSeconds: 15 } }
  const injected = (before: readonly EpisodeRecord[], repeated: readonly EpisodeRecord[]) =>
    stillToPull(parsed(), { manifest, before, repeated })
  expect(injected([one], [])).toMatchObject(to)
  expect(injected([one], [stopped])).toMatchObject(to)
  expect(injected([one], [cut])).not.toHaveProperty('inject')
  expect(injected([one, two], [])).not.toHaveProperty('inject')
  const none = { manifest: {}, before: [], repeated: [] }
  expect(stillToPull(parsed(), none)).not.toHaveProperty('inject')
})

it('a run that was killed before its cable was pulled is pulled out when it is resumed, once', async () => {
  const out = mkdtempSync(join(tmpdir(), 'graft-pulled-'))
  const graft = async (...argv: string[]): Promise<number> => {
    const spies = [process.stdout, process.stderr].map((to) => vi.spyOn(to, 'write').mockReturnValue(true))
    try {
      return await main(['run', '--out', out, '--json', ...argv])
    } finally {
      spies.forEach((spy) => spy.mockRestore())
    }
  }
  try {
    const begin = ['--episodes', '2', '--actor', 'rules', '--inject', 'unplug@2:5']
    expect(await graft(...begin)).toBe(EXIT.linkLost)
    const [run = ''] = readdirSync(out)
    const file = join(out, run, 'episodes.jsonl')
    // as if it had been killed in its second episode
    truncateSync(file, readFileSync(file).indexOf('\n') + 1)
    expect(await graft('--resume', run)).toBe(EXIT.linkLost)
    expect(readEpisodes(join(out, run)).map(({ endReason }) => endReason)[1]).toBe('link-lost')
    expect(await graft('--resume', run)).toBe(EXIT.ok)
  } finally {
    rmSync(out, { recursive: true })
  }
}, 120_000)
