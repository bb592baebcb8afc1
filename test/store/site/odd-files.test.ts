import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { imageFile } from '#adapters/store/site/layout.js'
import { sha256 } from '#base/hash.js'
import { recordOf } from './support/record.js'
import { newFolder, openRun, openStore } from './support/store.js'

/** A store with three episodes; all recordings sealed. */
async function filled(): Promise<string> {
  const dir = newFolder()
  const store = openStore({ dir })
  const run = await openRun(store)
  for (let n = 1; n <= 3; n++) {
    run.saveFrame(n, 'f', Buffer.from(`picture ${n}`))
    writeFileSync(run.wirePath(n), `wire ${n}`)
    await run.commit(recordOf(n))
  }
  await run.close('done')
  store.recordingsAreFinal()
  await store.close()
  return dir
}

const odd: Readonly<Record<string, (path: string) => void>> = {
  'a pipe': (path) => void spawnSync('mkfifo', [path]),
  'a link to /dev/zero': (path) => symlinkSync('/dev/zero', path),
  'a link to itself': (path) => symlinkSync(basename(path), path),
  'a folder': (path) => mkdirSync(path),
}

const places: Readonly<Record<string, readonly [path: string, says: RegExp]>> = {
  'a sealed recording': [
    'recordings/F1-s1-12345678/02/wire.bin',
    /recording .*02\/wire\.bin cannot be read: (it is a (device, pipe or socket|folder)|ELOOP)/,
  ],
  'a picture that a row names': [
    imageFile({ images: 'images' } as never, sha256(Buffer.from('picture 2'))),
    /picture [0-9a-f]{64} is missing, or has changed on the disk/,
  ],
  'store.json': ['store.json', /store\.json cannot be read: (it is a (device, pipe or socket|folder)|ELOOP)/],
  'the sums': ['graft.db-sums', /sums/],
  'the promise': ['graft.db-acked', /acked|promise|acknowledged/],
  'the database': ['graft.db', /graft\.db/],
}

/** a reader that waits can only be told from outside of its process */
const SECONDS = 20

it.each(
  Object.entries(places).flatMap(([place, [path, says]]) =>
    Object.keys(odd).map((what) => [what, place, path, says] as const),
  ),
)(
  'store check ends: %s in the place of %s',
  async (what, _, path, says) => {
    const dir = await filled()
    const file = join(dir, path)
    expect(statSync(file).isFile()).toBe(true)
    rmSync(file)
    odd[what]?.(file)
    const program = `import { main } from ${JSON.stringify(new URL('../../../src/cli/cli.ts', import.meta.url).pathname)}
process.exitCode = await main(['store', 'check', '--state', ${JSON.stringify(dir)}])`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program],
      { encoding: 'utf8', timeout: SECONDS * 1000, killSignal: 'SIGKILL' },
    )
    expect({ status, text: stdout + stderr }).toMatchObject({
      // without its database nothing of a store can be judged
      status: path === 'graft.db' ? 2 : 1,
      text: expect.stringMatching(says) as string,
    })
  },
  60_000,
)
