import { expect, it } from 'vitest'
import { episodeLines } from '#service/endpoints.js'
import { recordOf } from '../store/site/support/record.js'
import { newFolder, openRun, openStore } from '../store/site/support/store.js'

it('the page gets the newest episodes of all runs, oldest first', async () => {
  const store = openStore({ dir: newFolder() })
  const committed: string[] = []
  for (let number = 0; number < 3; number++) {
    const run = await openRun(store, 80)
    for (let episode = 1; episode <= 80; episode++) {
      await run.commit(recordOf(episode))
      committed.push(`${run.key} ${episode}`)
    }
    await run.close('done')
  }
  const lines = episodeLines(store).map(({ run, episode }) => `${run} ${episode}`)
  expect(lines).toHaveLength(200)
  expect(lines).toEqual(committed.slice(-200))
})
