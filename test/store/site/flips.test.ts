import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStore } from '#adapters/store/site/check.js'
import type { SiteReader } from '#adapters/store/site/read/reader.js'
import { SiteStore } from '#adapters/store/site/site-store.js'
import { StoreView } from '#adapters/store/site/view-store.js'
import { sha256 } from '#base/hash.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { digests } from '../../../lab/faults/bench/changes.js'
import { alarmOf, recordOf } from './support/record.js'
import { newClock, openRun, openStore } from './support/store.js'

/** of each of the two stores; `GRAFT_FLIPS=250` for the full form of 500 */
const FLIPS = Number(process.env['GRAFT_FLIPS'] ?? 24)
/** declared to hold no content: SQLite makes the index anew, and the others say nothing of the past */
const WITHOUT_CONTENT = /\/(graft\.db-shm|ballast|lock)$/

/** A store that has been worked with: every table has rows, retention has left free pages, the last episodes are in the log. */
async function usedStore(dir: string): Promise<SiteStore> {
  const store = openStore({
    dir,
    freeBytes: () => 1_000_000,
    limits: { lowBytes: 0, fullBytes: 0, keepFailures: 2 },
  })
  store.recordingsAreFinal()
  for (const last of [false, true]) {
    const run = await openRun(store, 12)
    for (let n = 1; n <= 12; n++) {
      const xml = `<root n="${n}"/>`
      must(
        await store.addTree(sha256(xml), xml, { parent: null, author: 'actor', cause: 'a test' }),
        'a tree',
      )
      must(await store.addSlotEvents('F1', [`{"kind":"proposed","n":${n}}`]), 'slot events')
      must(await store.remember('lesson', 'F1', `k${n}`, '{"text":"as told"}'), 'a memory')
      run.saveFrame(n, 'f', Buffer.alloc(900, `picture ${n} of ${run.key}`))
      writeFileSync(run.wirePath(n), Buffer.alloc(700, `wire ${n}`))
      for (let id = 1; id <= 6; id++) {
        run.step({ kind: 'X', episode: n, t: id, unit: 'u' as never, label: `step ${id}`, status: 'SUCCESS' })
        run.command({ kind: 'issued', at: id, session: 1, id, command: { to: n }, episode: n } as never)
      }
      run.step({ kind: 'A', episode: n, t: 9, alarm: alarmOf(0.5) })
      run.saveLines(n, 'trace', [{ path: '/0', t: 1, from: 'IDLE', to: 'RUNNING', node: 'a' }])
      await run.commit(recordOf(n, { score: n, treeHash: sha256(xml) }))
    }
    await run.close('done')
    must(
      await store.audit({ run: run.key, episode: 3, report: 0, verdict: 'causal', by: 'ann' }),
      'a judgement',
    )
    must(
      await store.addNote({ run: run.key, episode: 1, field: 'F1', by: 'ann', kind: 'remark', text: 'seen' }),
      'a note',
    )
    must(await store.prune(last ? 0 : 3), 'retention')
  }
  // what is promised now is in the log alone
  return store
}

/** Everything that can be read, as one text. */
function contentOf(store: SiteReader): string {
  const runs = store
    .runs(1000)
    .map(({ key }) => [
      must(store.run(key), 'a run'),
      store.journal(key),
      store.notesOf({ run: key }),
      store
        .episodes(key)
        .map(({ episode, tree }) => [
          must(store.episode(key, episode), 'a record'),
          store.steps(key, episode),
          store.lines(key, episode, 'trace'),
          store.frames(key, episode).map(({ id, image }) => [id, store.image(image) !== undefined]),
          store.tree(tree),
        ]),
    ])
  return JSON.stringify([
    runs,
    store.alarms(),
    store.auditCounts(),
    store.memories('lesson'),
    store.slotEvents('F1'),
  ])
}

/** @returns how the flip was told by `graft store check`; undefined when all is said to be well */
function toldByCheck(dir: string): string | undefined {
  const view = StoreView.open(dir)
  if (!view.ok) return view.error.code
  try {
    return checkStore(view.value).problems[0]
  } finally {
    view.value.close()
  }
}

/** A start of the service: refused by name, or told, or not a byte of content is another. */
async function atStart(
  dir: string,
): Promise<{ readonly told: string | undefined; readonly content: string | undefined }> {
  const warnings: string[] = []
  const store = SiteStore.open({
    dir,
    now: newClock(),
    writer: 'inline',
    onProblem: ({ code }) => void warnings.push(code),
  })
  if (!store.ok) return { told: store.error.code, content: undefined }
  const content = contentOf(store.value)
  await store.value.close()
  return { told: warnings[0], content }
}

describe.each(['closed', 'killed'] as const)('a store in use, %s', (how) => {
  const dirs = { whole: '', work: '' }
  let content = ''
  beforeAll(async () => {
    const dir = newFolderOfSuite()
    const store = await usedStore(join(dir, 'live'))
    content = contentOf(store)
    if (how === 'closed') await store.close()
    dirs.whole = join(dir, 'whole')
    dirs.work = join(dir, 'work')
    cpSync(join(dir, 'live'), dirs.whole, { recursive: true })
    rmSync(join(dirs.whole, 'lock'), { force: true })
    if (how === 'killed') await store.close()
  }, 60_000)

  it('is found well as it is, and a look at it changes no file', async () => {
    const files = (): unknown[] => [...digests(dirs.whole)].filter(([path]) => !WITHOUT_CONTENT.test(path))
    const before = files()
    expect(toldByCheck(dirs.whole)).toBeUndefined()
    expect(files()).toEqual(before)
    cpSync(dirs.whole, dirs.work, { recursive: true })
    expect(await atStart(dirs.work)).toEqual({ told: undefined, content })
    rmSync(dirs.work, { recursive: true })
  })

  it(
    `tells each of ${FLIPS} flipped bits, in every file: none is dropped in silence, none ends as a bug`,
    async () => {
      const rng = stream(1, 'flips', how)
      const files = [...digests(dirs.whole).keys()].filter(
        (path) => !WITHOUT_CONTENT.test(path) && statSync(path).size > 0,
      )
      const kindOf = (path: string): string => relative(dirs.whole, path).replace(/\/.*/, '')
      const kinds = [...new Set(files.map(kindOf))].sort()
      // pictures, recordings, marker, sums, promise, database (and the log of one that was killed)
      expect(kinds).toHaveLength(how === 'killed' ? 7 : 6)
      // database and log are most of a store
      const big = kinds.filter((kind) => /^graft\.db(-wal)?$/.test(kind))
      const of = [...kinds, ...big, ...big, ...big]
      const silent: string[] = []
      for (let n = 0; n < FLIPS; n++) {
        const kind = of[n % of.length] ?? ''
        const file = rng.pick(files.filter((path) => kindOf(path) === kind))
        const name = relative(dirs.whole, file)
        cpSync(dirs.whole, dirs.work, { recursive: true })
        const bytes = readFileSync(file)
        const [at, bit] = [rng.int(bytes.length), rng.int(8)]
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        writeFileSync(join(dirs.work, name), bytes)
        const told = toldByCheck(dirs.work)
        const start = await atStart(dirs.work)
        const isTold = told !== undefined
        const isKept =
          start.told !== undefined || start.content === content || (isTold && !/^graft\.db/.test(name))
        if (!isTold || !isKept)
          silent.push(`${name} byte ${at} bit ${bit}: check ${told ?? 'well'}, start ${start.told ?? 'well'}`)
        rmSync(dirs.work, { recursive: true })
      }
      expect(silent).toEqual([])
    },
    30_000 + FLIPS * 4000,
  )
})

const suites: string[] = []
afterAll(() => suites.forEach((folder) => rmSync(folder, { recursive: true })))

/** Not `newFolder`, which goes after each test. */
function newFolderOfSuite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'graft-flips-'))
  suites.push(folder)
  return folder
}
