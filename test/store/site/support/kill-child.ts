import { writeSync } from 'node:fs'
import { SiteStore } from '#adapters/store/site/site-store.js'
import { must } from '#base/result.js'
import { openPolicy } from '#learning/policy/policy-manager.js'
import { initial, treeNamed } from '../../../policy/support/rows.js'
import { manifestOf, recordOf } from './record.js'

/**
 * A service that writes as fast as it can until it is killed: runs with pictures and journalled commands, and a policy
 * that tries a tree, commits it, and tries the next. It says what it was promised, at once, one a line.
 */
const [dir = '', life = ''] = process.argv.slice(2)
const ack = (what: string, ...words: readonly (string | number)[]): void =>
  void writeSync(1, `${[what, ...words].join(' ')}\n`)

const store = must(SiteStore.open({ dir, now: Date.now }), 'the store')
const manager = must(await openPolicy(store, 'F1', initial), 'the slots')
const started = must(await manager.atStart(), 'a start')
ack('ready', started.run)
const last = store.runs(1)[0]
const resumed = last === undefined ? undefined : must(await store.resumeRun(last.key), 'the run')
const run = resumed?.run ?? must(await store.openRun(manifestOf({ episodes: 100_000 })), 'a run')
ack('run', run.key)
let { run: tree } = started
for (let episode = (resumed?.records.length ?? 0) + 1; ; episode++) {
  must(await manager.began(tree), 'a start that counts')
  ack('began', manager.history().filter(({ kind }) => kind === 'began').length)
  for (let id = 1; id <= 3; id++) {
    run.saveFrame(episode, `f${id}`, Buffer.from(`picture ${id} of ${episode}, life ${life}`))
    run.command({ kind: 'issued', at: 1, session: 1, id, command: {}, episode } as never)
    ack('journal', episode, id)
  }
  await run.commit(recordOf(episode, { score: episode, treeHash: tree }))
  ack('episode', episode, life)
  must(await manager.finished(tree, { score: 10, refusals: 0, endReason: 'tree-success' }), 'an end')
  ack('finished', manager.history().filter(({ kind }) => kind === 'finished').length)
  if (manager.status().active === tree) {
    const next = treeNamed(`life ${life} episode ${episode}`)
    ack('committed', tree)
    must(
      await manager.proposed(next.hash, next.xml, { parent: tree, author: 'actor', cause: 'the next one' }),
      'a proposal',
    )
    ack('proposed', next.hash)
    tree = next.hash
  }
}
