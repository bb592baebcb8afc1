import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { stream } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { HostileActor, TRICK_NAMES } from './support/hostile-actor.js'

import { randomField } from './support/random-field.js'
import { INCIDENTS, playWatched, treeAround, type WatchedEpisode } from './support/watched-episode.js'

/** Whole episodes, shared out among the tricks: `npm run bench:gate` plays 510. */
const EPISODES = Number(process.env['GRAFT_EPISODES'] ?? 25)
const OF_A_TRICK = Math.ceil(EPISODES / TRICK_NAMES.length)

const [F1] = must(await chooseFields({ field: 'F1' }), 'field F1')

describe('law 2, MOD-11: an actor that means harm, and nobody who rehearses its trees', () => {
  const all: WatchedEpisode[] = []
  const sum = (of: (episode: WatchedEpisode) => number): number =>
    all.reduce((total, episode) => total + of(episode), 0)

  it.each(TRICK_NAMES)(
    `%s: in ${OF_A_TRICK} episodes nothing is done that no robot may do, and every refusal says why`,
    async (trick) => {
      for (let n = 0; n < OF_A_TRICK; n++) {
        const rng = stream(1, 'hostile', trick, n)
        const setup = rng.chance(0.5) || F1 === undefined ? randomField(rng, `R${n}`) : F1
        const actor = new HostileActor(rng, setup.map)
        const tree = admitted(() => treeAround(actor.write(trick), setup.map))
        const incident = rng.pick(INCIDENTS)
        const episode = await playWatched(setup, tree, { seed: n, rng, faults: 'nominal', incident })
        all.push(episode)
        expect(episode.unpermitted, `episode ${n}`).toEqual([])
        expect(episode.offences, `episode ${n}`).toEqual([])
        for (const { checkId, text } of episode.refusals) {
          expect(checkId, `episode ${n}`).toMatch(/^[a-z]+(-[a-z]+)+$/)
          expect(text.length, `episode ${n}: ${checkId}`).toBeGreaterThan(20)
        }
      }
    },
    3_600_000,
  )

  it('they were no idle episodes', () => {
    if (process.env['GRAFT_EPISODES'] !== undefined) process.stdout.write(`${table(all)}\n`)
    expect(sum(({ refusals }) => refusals.length)).toBeGreaterThan(3 * all.length)
    expect(sum(({ actuations }) => actuations)).toBeGreaterThan(5 * all.length)
    expect(sum(({ seen }) => seen.releases)).toBeGreaterThan(all.length / 4)
    expect(sum(({ seen }) => seen.pushes)).toBeGreaterThan(all.length / 20)
    expect(sum(({ seen }) => seen.estops)).toBeGreaterThan(all.length / 20)
  })
})

/** The first of the actor's trees that the engine loads. */
function admitted(write: () => TreeDoc | undefined): TreeDoc {
  for (let tries = 0; tries < 50; tries++) {
    const tree = write()
    if (tree !== undefined) return tree
  }
  throw new Error('none of 50 trees of the hostile actor can be loaded: it has forgotten the palette')
}

/** What happened, for whoever reads the long run. */
function table(all: readonly WatchedEpisode[]): string {
  const sum = (of: (episode: WatchedEpisode) => number): number =>
    all.reduce((total, episode) => total + of(episode), 0)
  const counted = (keys: readonly string[]): string => {
    const counts = new Map<string, number>()
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
    return [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([key, count]) => `${key} ${count}`)
      .join(', ')
  }
  return [
    `${all.length} episodes, ${sum(({ actuations }) => actuations)} actuations on the wire, ${sum(({ refusals }) => refusals.length)} refusals`,
    `unpermitted frames ${sum(({ unpermitted }) => unpermitted.length)}, illegal acts ${sum(({ offences }) => offences.length)}`,
    `blocks let go ${sum(({ seen }) => seen.releases)}, pushes ${sum(({ seen }) => seen.pushes)}, e-stops ${sum(({ seen }) => seen.estops)}`,
    `ends: ${counted(all.map(({ endReason }) => endReason))}`,
    `refused: ${counted(all.flatMap(({ refusals }) => refusals.map(({ checkId }) => checkId)))}`,
  ].join('\n')
}
