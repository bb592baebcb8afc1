import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesIn } from '../bench/changes.js'
import { killedBetween } from '../bench/store/child.js'
import { refused, resumed, storedClass } from '../bench/store/stored-class.js'
import type { StoredRun } from '../bench/store/stored-run.js'
import type { FaultClass } from '../fault-class.js'

/** A run folder that is not as it was left. */
export const STORAGE_FOLDER: readonly FaultClass[] = [
  storedClass(
    {
      id: 'storage-torn-tail',
      group: 'storage',
      title: 'The last line of a log is torn',
      cause: 'a power cut in the middle of a write: the log ends anywhere in its last line',
      declared: ['recovered'],
      why:
        'Every line has a CRC-32C. A torn last line is cut off before the next append; the episode ' +
        'that it belonged to is played again.',
      operator: 'Nothing: `graft run --resume` goes on with the episode that was not finished.',
    },
    async (run, rng) => {
      await run.begin()
      const path = join(run.folder, rng.pick(['episodes.jsonl', 'events.jsonl', 'commands.jsonl']))
      const bytes = readFileSync(path)
      const last = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1
      const injected = await changesIn(run.folder, () =>
        truncateSync(path, last + 1 + rng.int(bytes.length - last - 1)),
      )
      return resumed(run, injected, 'recovered')
    },
  ),
  storedClass(
    {
      id: 'storage-damaged-line',
      group: 'storage',
      title: 'A line in the middle of a log has changed',
      cause: 'a flipped bit on the disk, an editor: the line’s CRC is wrong and whole lines follow it',
      declared: ['refused'],
      why:
        'A power cut does not do that: truncating the log there would lose finished episodes, so nothing ' +
        'is touched.',
      operator: 'File and line number. Check the disk, restore the file from a copy.',
    },
    async (run, rng) => {
      await run.begin()
      const path = join(run.folder, rng.pick(['episodes.jsonl', 'events.jsonl', 'commands.jsonl']))
      const bytes = readFileSync(path)
      const last = bytes.lastIndexOf(0x0a, bytes.length - 2)
      // not a line end: two lines in one would be another fault
      let at = rng.int(last)
      while (bytes[at] === 0x0a || bytes[at] === 0x0b) at = rng.int(last)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      const injected = await changesIn(run.folder, () => writeFileSync(path, bytes))
      return refused(run, injected, 'run.damaged')
    },
  ),
  storedClass(
    {
      id: 'storage-tree-changed',
      group: 'storage',
      title: 'A stored tree has changed',
      cause: 'somebody has edited `trees/<hash>.xml`, or a bit has flipped',
      declared: ['refused'],
      why: 'The name of a tree is its SHA-256: a tree of another hash is not run.',
      operator: 'The file, the hash that was expected and the one that it has.',
    },
    async (run, rng) => {
      await run.begin()
      const path = lastTree(run)
      const text = readFileSync(path, 'utf8')
      const changes: readonly ((xml: string) => string)[] = [
        (xml) => xml.replace(/zone="(\d)"/, (_, zone: string) => `zone="${(Number(zone) % 8) + 1}"`),
        (xml) => xml.slice(0, Math.floor(xml.length / 2)),
        (xml) =>
          xml
            .replace('<Sequence>', '<Fallback>')
            .replace(/<\/Sequence>(?![\s\S]*<\/Sequence>)/, '</Fallback>'),
      ]
      const injected = await changesIn(run.folder, () => writeFileSync(path, rng.pick(changes)(text)))
      return refused(run, injected, 'run.tree')
    },
  ),
  storedClass(
    {
      id: 'storage-file-missing',
      group: 'storage',
      title: 'A file of the run folder is missing',
      cause: 'an incomplete copy: no `run.json`, or no tree of the last episode',
      declared: ['refused'],
      why:
        'Without the manifest a folder is not a run, and without its tree a run cannot continue ' +
        'unchanged.',
      operator: '“there is no run …”, or the file by name.',
    },
    async (run, rng) => {
      await run.begin()
      const manifest = rng.chance(0.5)
      const injected = await changesIn(run.folder, () =>
        rmSync(manifest ? join(run.folder, 'run.json') : lastTree(run)),
      )
      return refused(run, injected, manifest ? 'run.unknown' : 'run.tree')
    },
  ),
  storedClass(
    {
      id: 'storage-killed-between',
      group: 'storage',
      title: 'Killed between the tree and the commit',
      cause:
        '`kill -9` of a real process that has written tree and trace of an episode, and not yet its line ' +
        'in `episodes.jsonl`',
      declared: ['recovered'],
      why:
        'An episode exists when its line is whole; what was written before is set aside or rewritten ' +
        'when the run is resumed.',
      operator: 'Nothing: `graft run --resume` plays that episode again.',
    },
    async (run, rng) => {
      await run.begin()
      withoutLast(join(run.folder, 'episodes.jsonl'))
      const point = rng.pick(['tree', 'trace', 'steps'] as const)
      let killed = ''
      const injected = await changesIn(run.folder, async () => {
        killed = await killedBetween(run.folder, point)
      })
      if (killed !== 'SIGKILL') return { end: 'broken', injected: 0, detail: `the child ended by ${killed}` }
      return resumed(run, injected, 'recovered')
    },
  ),
]

/** Takes the last whole line away: the run is then in the middle of that episode. */
function withoutLast(path: string): void {
  const bytes = readFileSync(path)
  truncateSync(path, bytes.lastIndexOf(0x0a, bytes.length - 2) + 1)
}

/** The tree that the next episode would run. */
function lastTree(run: StoredRun): string {
  const lines = readFileSync(join(run.folder, 'episodes.jsonl'), 'utf8').trim().split('\n')
  const last = JSON.parse(lines.at(-1) ?? '{}') as { readonly update?: { readonly nextHash?: string } }
  const name = `${last.update?.nextHash ?? ''}.xml`
  const trees = join(run.folder, 'trees')
  if (!readdirSync(trees).includes(name)) throw new RangeError(`${name} is not in ${trees}`)
  return join(trees, name)
}
