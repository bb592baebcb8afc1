import { FolderInUse } from '#adapters/store/run-lock.js'
import { RunStore } from '#adapters/store/run-store.js'

/**
 * The other process of the fault bench: `kill FOLDER POINT` dies in the middle of an episode, `resume
 * FOLDER` tries.
 */
const [what, folder = '', point] = process.argv.slice(2)

try {
  const { store, records } = RunStore.resume(folder)
  if (what === 'resume') process.stdout.write('resumed\n')
  else dieAt(store, records.length + 1)
} catch (error) {
  process.stdout.write(error instanceof FolderInUse ? 'in use\n' : `${String(error)}\n`)
}

function dieAt(store: RunStore, episode: number): void {
  store.step({ episode, t: 0, kind: 'X', unit: '/0', label: 'a unit', status: 'SUCCESS' })
  store.command({ kind: 'issued', at: 0, session: 1, id: 1, command: { kind: 'stop' }, episode } as never)
  if (point === 'steps') die()
  store.saveTree('0'.repeat(64), '<root/>')
  if (point === 'tree') die()
  store.saveLines(episode, 'trace', [])
  die()
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}
