import { existsSync } from 'node:fs'
import { SiteStore } from '#adapters/store/site/site-store.js'
import { must, type Result } from '#base/result.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { readStoredTree } from '#app/policy.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { type PolicyManager, openPolicy } from '#learning/policy/policy-manager.js'
import type { PolicyRules } from '#learning/policy/judge.js'
import type { RunLog } from '#runtime/run-log.js'
import { acknowledged, recordSha, type Ack } from './acks.js'
import { FIRST, forwarded, library, manifestOf, play, SECOND, setup, type Mission } from './mission.js'
import { NOTHING } from './nothing.js'
import type { Recovered, Subject } from './subject.js'

const SEED = 2

/** The store of `graft serve` (docs/store.md): its database is written by a thread of its own. */
export const SITE_STORE: Subject = {
  name: 'site-store',
  everyByte: 64,
  run: async (dir, wasm, say) => {
    const store = must(open(dir, 'thread'), 'a new store')
    const manifest = manifestOf(SEED)
    const run = must(await store.openRun(manifest), 'a run')
    say({ what: 'run', key: run.key })
    const log = acknowledged(run, say, 'with episode')
    log.saveTree(treeHash(FIRST), writeTree(FIRST))
    const manager = must(await openPolicy(store, setup.map.id, FIRST, RULES), 'policy slots')
    must(await manager.atStart(), 'a tree to begin with')
    await play({
      ...{ manifest, wasm, start: FIRST, before: [] },
      ...counted(manager, log, say),
      sent: (episode, { session, id }) => say({ what: 'wire', episode, session, id }),
    })
    await run.close('done')
    await store.close()
  },
  recover,
}

/** a trial of one episode, which cannot fail: the mission must come to a promotion */
const RULES: PolicyRules = { trialEpisodes: 1, tolerance: 1000, failedStarts: 3 }

/** Each start is counted before its tree runs, each episode after it was committed, as the service does it. */
function counted(
  manager: PolicyManager,
  log: RunLog,
  say: (ack: Ack) => void,
): Pick<Mission, 'store' | 'begins'> {
  const commit = async (record: EpisodeRecord): Promise<void> => {
    await log.commit(record)
    const { treeHash: hash, score, refusals, endReason, update } = record
    const episode = { score: score.total, refusals: refusals.length, endReason }
    must(await manager.finished(hash, episode), 'a counted episode')
    if (update.decision === 'edited')
      must(
        await manager.proposed(update.nextHash, writeTree(SECOND), {
          parent: hash,
          author: 'actor',
          cause: update.why,
        }),
        'a staged tree',
      )
    if (manager.status().active === treeHash(SECOND)) say({ what: 'promoted', hash: treeHash(SECOND) })
  }
  return {
    store: { ...forwarded(log), commit },
    begins: async (hash) => {
      must(await manager.began(hash), 'a counted start')
      say({ what: 'trial', hash, started: manager.slots.trees.get(hash)?.starts ?? 0 })
    },
  }
}

function open(dir: string, writer: 'thread' | 'inline'): Result<SiteStore, Diagnostic> {
  // so little that no ballast is laid, which promises nothing and would be copied for every state
  const small = { freeBytes: () => 1024 * 1024, limits: { lowBytes: 0, fullBytes: 0 } }
  return SiteStore.open({ dir, writer, now: () => Date.now(), ...small })
}

/** Opens twice: what the first start mends must be found mended by the second. */
async function recover(dir: string): Promise<Recovered> {
  if (!existsSync(dir)) throw new Error(`there is no folder ${dir}`)
  const first = open(dir, 'inline')
  if (!first.ok) return { ...NOTHING, refused: textOf(first.error) }
  await first.value.close()
  const opened = open(dir, 'inline')
  if (!opened.ok) return { ...NOTHING, refused: `the second time: ${textOf(opened.error)}` }
  const store = opened.value
  const [row] = store.runs()
  if (row === undefined) return { ...NOTHING, close: () => void store.close() }
  const { key } = row
  const issued = store
    .journal(key)
    .flatMap((entry) =>
      entry.kind === 'issued' ? [{ episode: entry.episode, session: entry.session, id: entry.id }] : [],
    )
  const frames = framesOf(store, key)
  const resumed = await store.resumeRun(key)
  if (!resumed.ok) {
    await store.close()
    return { ...NOTHING, run: key, issued, refused: textOf(resumed.error) }
  }
  const { manifest, records, run } = resumed.value
  const goesOnWith = records.at(-1)?.update.nextHash ?? manifest.policy.hash
  const manager = await openPolicy(store, setup.map.id, FIRST, RULES)
  const trials = manager.ok ? startsOf(manager.value) : new Map<string, number>()
  const start = manager.ok ? await manager.value.atStart() : manager
  if (!manager.ok || !start.ok) {
    await store.close()
    return { ...NOTHING, run: key, issued, refused: start.ok ? 'no policy' : textOf(start.error) }
  }
  return {
    refused: undefined,
    run: key,
    issued,
    episodes: records.map(recordSha),
    trees: new Set(
      [treeHash(FIRST), ...records.map(({ update }) => update.nextHash)].filter(
        (hash) => store.tree(hash).ok,
      ),
    ),
    frames,
    trials,
    boots: start.value.run,
    corrupt: start.value.problems.map(textOf),
    goOn: async (wasm) => {
      const sent: { episode: number; session: number; id: number }[] = []
      // a run whose first tree was not yet there begins with the shipped one, as the service does
      run.saveTree(treeHash(FIRST), writeTree(FIRST))
      const end = await play({
        ...{ manifest, wasm, before: records },
        ...counted(manager.value, run, () => undefined),
        start: readStoredTree(run.loadTree(goesOnWith), goesOnWith, library),
        sent: (episode, command) => void sent.push({ episode, ...command }),
      })
      return { sent, episodes: end.kind === 'not-started' ? 0 : end.records.length }
    },
    close: () => store.close(),
  }
}

const startsOf = (manager: PolicyManager): ReadonlyMap<string, number> =>
  new Map([...manager.slots.trees].map(([hash, { starts }]) => [hash, starts]))

/** Pictures whose bytes still have their hash. */
function framesOf(store: SiteStore, run: string): ReadonlyMap<string, string> {
  const frames = new Map<string, string>()
  for (const { episode } of store.episodes(run))
    for (const { id, image } of store.frames(run, episode))
      if (store.image(image) !== undefined) frames.set(`${episode}/${id}`, image)
  return frames
}

const textOf = ({ code, message, got }: Diagnostic): string => `${code}: ${message} (${got ?? ''})`
