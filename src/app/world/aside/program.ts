import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { err, type Result } from '#base/result.js'
import { loadSimulation } from '../simulation.js'
import type { AsideWorld, FromWorld, ToWorld } from './messages.js'
import { WorldServer } from './world-server.js'

/** What a thread is started with, in which a simulated world lives. */
interface ThreadData {
  readonly simulation: string
  readonly setting: unknown
}

if (parentPort === null) throw new Error('this program is the start of a thread')
await serve(parentPort, workerData as ThreadData)

async function serve(port: MessagePort, data: ThreadData): Promise<void> {
  const tell = (message: FromWorld): void => port.postMessage(message)
  const made = await worldOf(data)
  if (!made.ok) return tell({ kind: 'failed', why: made.error })
  const server = new WorldServer(made.value, tell)
  port.on('message', (message: ToWorld) => server.hear(message))
}

async function worldOf({ simulation, setting }: ThreadData): Promise<Result<AsideWorld, string>> {
  const { aside } = (await loadSimulation(simulation)) ?? {}
  return aside === undefined ? err(`the simulation ${simulation} has no thread of its own`) : aside(setting)
}
