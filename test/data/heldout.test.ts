import { expect, test } from 'vitest'
import { readPicture } from '../../lab/dataset/format/picture.js'
import { readAbout, readEpisodes } from '../../lab/dataset/format/read-dataset.js'
import type { StoredEpisode } from '../../lab/dataset/format/stored-episode.js'
import { must } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import { drawEpisode } from '../../lab/training/engine/draw.js'
import { playEpisode } from '../../lab/training/engine/play.js'
import { SPLITS } from '../../lab/training/engine/splits.js'
import { truthOf } from '../../lab/training/engine/stored.js'

const FOLDER = projectFile('models/heldout')

async function readAll(): Promise<StoredEpisode[]> {
  const out: StoredEpisode[] = []
  for await (const read of readEpisodes(FOLDER)) out.push(must(read, FOLDER))
  return out
}

test('the committed set is whole, labelled, of the test split and nothing else', async () => {
  expect(must(await readAbout(FOLDER), FOLDER)).toMatchObject({
    split: 'test',
    source: 'virtual',
    faults: 'nominal',
  })
  const episodes = await readAll()
  expect(episodes.length).toBe(40)
  for (const { seed, setup, moments } of episodes) {
    expect(seed).toBeGreaterThanOrEqual(SPLITS.test.seeds[0])
    expect(seed).toBeLessThan(SPLITS.test.seeds[1])
    expect(SPLITS.test.families).toContain(setup.map.id.split('-')[0])
    expect(moments.map(({ mode }) => mode)).toEqual(['intermediate', 'final'])
    for (const { pictures, truth } of moments) {
      expect(truth).not.toBeNull()
      for (const { sha256 } of pictures) must(await readPicture(FOLDER, sha256), sha256)
    }
  }
})

// When this fails the world has changed: make the set again with the command in its dataset.json.
test.each([2, 17])('its episode %i is still what happens when it is played', async (n) => {
  const stored = (await readAll())[n]
  const played = await playEpisode(drawEpisode('test', n))
  expect(stored?.trace).toEqual(played.trace)
  expect(stored?.facts).toEqual(played.facts)
  const final = played.moments.at(-1)
  expect(stored?.moments.at(-1)?.truth).toEqual(final && truthOf(played, final))
})
