import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '#base/result.js'
import { changesIn, digests } from '../bench/changes.js'
import { JumpingClock } from '../bench/mission/jumping-clock.js'
import { asKilled, openSite, picturesOf, siteOf } from '../bench/store/site-folder.js'
import { storedClass } from '../bench/store/stored-class.js'
import type { FaultClass } from '../fault-class.js'

/** What may delete the evidence that the service keeps. */
export const STORAGE_SITE: readonly FaultClass[] = [
  storedClass(
    {
      id: 'storage-database-gone',
      group: 'storage',
      title: 'The database of the service is gone',
      cause: '`graft.db` emptied or deleted, by hand or by a disk, after a clean end or a kill',
      declared: ['refused'],
      why:
        'A log, pictures, recordings or `store.json` show that there was a store: the service does not ' +
        'start, and no file is touched, however often you try.',
      operator:
        '“the database … is gone, but there was a store here”. Restore a copy, or `graft store set-aside`.',
    },
    async (run, rng) => {
      const { dir, store } = await siteOf(run)
      const killed = rng.chance(0.5)
      const left = killed ? asKilled(dir) : dir
      await store.close()
      const pictures = picturesOf(left)
      const file = join(left, 'graft.db')
      const injected = await changesIn(left, () => (rng.chance(0.5) ? truncateSync(file) : rmSync(file)))
      const before = evidence(left)
      for (let start = 1; start <= 3; start++) {
        const opened = openSite(left)
        if (opened.ok) await opened.value.close()
        if (opened.ok || opened.error.code !== 'store.lost')
          return { end: 'broken', injected, detail: opened.ok ? 'it began a new store' : opened.error.code }
      }
      const kept = picturesOf(left) === pictures && pictures > 0 && evidence(left) === before
      const detail = `${killed ? 'killed' : 'closed'}: ${picturesOf(left)} of ${pictures} pictures are there`
      return { end: kept ? 'refused' : 'broken', injected, detail }
    },
  ),
  storedClass(
    {
      id: 'storage-clock-jump',
      group: 'storage',
      title: 'The wall clock jumps by a year while retention looks',
      cause: 'NTP, a dead clock battery, somebody who sets the date: for seconds, for hours, over a restart',
      declared: ['unaffected'],
      why:
        'Age is counted in uptime; the wall clock is believed only after it has been consistent for 24 ' +
        'hours of uptime.',
      operator: 'Nothing. Set the clock right within a day of work.',
    },
    async (run, rng) => {
      const wall = new JumpingClock()
      let uptime = 0
      let injected = 0
      const options = { uptime: () => uptime, limits: { maxAgeDays: 30, keepFailures: 0 } }
      try {
        const site = await siteOf(run, options)
        const { dir } = site
        let { store } = site
        const pictures = picturesOf(dir)
        let gone = 0
        for (let jump = 0; jump < 4; jump++) {
          const before = Date.now()
          wall.jump((rng.chance(0.5) ? 1 : -1) * (300 + rng.int(500)) * DAY)
          if (Math.abs(Date.now() - before) > 100 * DAY) injected++
          for (let look = 0; look < 10; look++) {
            uptime += 10_000 + rng.int(1_800_000)
            gone += must(await store.prune(), 'retention').length
          }
          if (jump === 1) {
            await store.close()
            store = must(openSite(dir, options), 'the store again')
          }
          wall.jump(0)
          gone += must(await store.prune(), 'retention').length
        }
        await store.close()
        const kept = gone === 0 && picturesOf(dir) === pictures && pictures > 0
        const detail = `${gone} things went, ${picturesOf(dir)} of ${pictures} pictures are there`
        return { end: kept ? 'unaffected' : 'broken', injected, detail }
      } finally {
        wall.restore()
      }
    },
  ),
]

/** every file, as one text; the lock is made and removed with each start */
const evidence = (dir: string): string =>
  JSON.stringify([...digests(dir)].filter(([path]) => !path.endsWith('/lock')).sort())
const DAY = 24 * 3600 * 1000
