import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommands, RunStore } from '#adapters/store/run-store.js'
import { sha256 } from '#base/hash.js'
import { parseTree } from '#bt/xml/parse.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { restoreRun } from '#app/run-folder/restore.js'
import { acknowledged, recordSha } from './acks.js'
import { FIRST, library, manifestOf, play } from './mission.js'
import { NOTHING } from './nothing.js'
import type { Recovered, Subject } from './subject.js'

const SEED = 1

/** The run folder of `graft run` (docs/run-folder.md). */
export const RUN_FOLDER: Subject = {
  name: 'run-folder',
  everyByte: 4096,
  run: async (folder, wasm, say) => {
    const manifest = manifestOf(SEED)
    const own = RunStore.create(folder, manifest)
    const store = acknowledged(own, say, 'at once')
    store.saveTree(treeHash(FIRST), writeTree(FIRST))
    say({ what: 'run', key: manifest.key })
    await play({
      ...{ manifest, wasm, store, start: FIRST, before: [] },
      sent: (episode, { session, id }) => say({ what: 'wire', episode, session, id }),
    })
    own.close()
  },
  recover: (root) => Promise.resolve(recover(root)),
}

function recover(root: string): Recovered {
  const { key } = manifestOf(SEED)
  const folder = join(root, key)
  if (!existsSync(join(folder, 'run.json'))) return NOTHING
  const issued = readCommands(folder).flatMap((entry) =>
    entry.kind === 'issued' ? [{ episode: entry.episode, session: entry.session, id: entry.id }] : [],
  )
  const restored = restoreRun(root, folder, [], library)
  // a run without its first tree was not begun: nothing has moved, it is refused by name, and a new one gets a new folder
  if (!restored.ok && restored.error.code === 'run.tree' && issued.length === 0) return NOTHING
  if (!restored.ok) return { ...NOTHING, run: key, issued, refused: restored.error.message }
  const { store, before, start, manifest } = restored.value
  return {
    refused: undefined,
    run: key,
    issued,
    episodes: before.map(recordSha),
    trees: treesOf(folder),
    frames: framesOf(folder),
    trials: new Map(),
    boots: treeHash(start),
    corrupt: [],
    goOn: async (wasm) => {
      const sent: { episode: number; session: number; id: number }[] = []
      const end = await play({
        ...{ manifest, wasm, store, start, before },
        sent: (episode, command) => void sent.push({ episode, ...command }),
      })
      return { sent, episodes: end.kind === 'not-started' ? 0 : end.records.length }
    },
    close: () => store.close(),
  }
}

/** A tree that is not the one of its name would be refused when it is to run: it does not count. */
function treesOf(folder: string): ReadonlySet<string> {
  const names = filesOf(join(folder, 'trees')).filter((name) => name.endsWith('.xml'))
  const whole = names.filter((name) => {
    const file = join(folder, 'trees', name)
    const tree = parseTree(readFileSync(file, 'utf8'), { file, library })
    return tree.ok && `${treeHash(tree.value)}.xml` === name
  })
  return new Set(whole.map((name) => name.replace(/\.xml$/, '')))
}

function framesOf(folder: string): ReadonlyMap<string, string> {
  const frames = new Map<string, string>()
  for (const episode of filesOf(join(folder, 'episodes')))
    for (const name of filesOf(join(folder, 'episodes', episode, 'frames')).filter((each) =>
      each.endsWith('.jpg'),
    ))
      frames.set(
        `${Number(episode)}/${name.replace(/\.jpg$/, '')}`,
        sha256(readFileSync(join(folder, 'episodes', episode, 'frames', name))),
      )
  return frames
}

const filesOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])
