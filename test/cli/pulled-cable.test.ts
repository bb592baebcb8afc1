import { Command } from 'commander'
import { expect, it } from 'vitest'
import { addRunOptions, type RunOptions } from '#app/command-line/options.js'
import { missingPartner } from '#cli/run/partners.js'
import { neverPulled } from '#cli/run/pulled-cable.js'
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
