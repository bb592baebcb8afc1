import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { SiteStore } from '#adapters/store/site/site-store.js'
import { must } from '#base/result.js'
import { newFolder } from './support/store.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const ROOM = '#adapters/store/site'

/** A store that is closed, with a job that arrives meanwhile, in a process that has nothing else to live for. */
const SCRIPT = (dir: string): string => `
  import { SiteStore } from '${ROOM}/site-store.js'
  import { ThreadWriterClient } from '${ROOM}/writer/thread.js'
  const { close } = ThreadWriterClient.prototype
  ThreadWriterClient.prototype.close = function () {
    this.post({ kind: 'write', sql: [{ sql: 'INSERT INTO meta (key, value) VALUES (?, ?)', values: ['a', 'b'] }] })
    return close.call(this)
  }
  await SiteStore.open({ dir: '${dir}', now: Date.now, writer: 'thread' }).value.close()
  console.log('closed')
`

it('a store that gets work while it closes keeps the process until it is closed, and opens again', async () => {
  const dir = newFolder()
  const args = ['--import', 'tsx', '--conditions=source', '--input-type=module', '-e', SCRIPT(dir)]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, 'closed\n'])
  await must(SiteStore.open({ dir, now: Date.now }), 'the store').close()
}, 60_000)
