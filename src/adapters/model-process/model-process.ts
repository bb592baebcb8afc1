import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ModelError } from '#learning/ports.js'
import type { FromModel, ToModel } from './messages.js'

/**
 * A process of its own for a model, below the runtime in priority (docs/adr/0011): its threads, its thread pool, its
 * garbage and its crashes are not the reflex loop's. One that has ended is started again by the next job.
 */
export interface ModelProcess<Job, Answer> {
  /**
   * @throws ModelError when the process ends meanwhile or cannot be started, the model failed, or `signal`
   * was aborted
   */
  ask(job: Job, signal?: AbortSignal): Promise<Answer>
  stop(): Promise<void>
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: Error) => void
}

/**
 * @param program file beside the caller that calls `serveModel`, without its ending
 * @param caller `import.meta.url` of the caller
 * @throws ModelError when the model cannot be opened
 */
export async function startModelProcess<Setup, Job, Answer>(
  program: string,
  caller: string,
  setup: Setup,
): Promise<ModelProcess<Job, Answer>> {
  const live = (): Promise<Life<Job, Answer>> => startLife(program, caller, setup)
  let life = live()
  await life
  let isOver = false
  return {
    ask: async (job, signal) => {
      if (isOver) throw new ModelError('the model was disposed of')
      // one that could not be started again is tried anew
      const before = life
      const now = await before.catch(() => undefined)
      // somebody else who asked may have started it meanwhile
      if (life === before && (now === undefined || now.hasEnded())) life = live()
      return (await life).ask(job, signal)
    },
    stop: async () => {
      isOver = true
      await life.then((now) => now.stop()).catch(() => undefined)
    },
  }
}

/** From its start to its end. */
interface Life<Job, Answer> extends ModelProcess<Job, Answer> {
  hasEnded(): boolean
}

async function startLife<Setup, Job, Answer>(
  program: string,
  caller: string,
  setup: Setup,
): Promise<Life<Job, Answer>> {
  const child = start(program, caller)
  const send = (message: ToModel<Setup, Job>): void => {
    // a process that has just ended says so by `exit`
    if (child.connected) child.send(message, () => undefined)
  }
  const waiting = new Map<number, Waiting<Answer>>()
  let dead: Error | undefined
  const end = (reason: string): void => {
    dead ??= new ModelError(reason)
    for (const { reject } of waiting.values()) reject(dead)
    waiting.clear()
  }
  // the process keeps the runtime alive only while somebody waits for it
  const settle = (id: number): Waiting<Answer> | undefined => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) child.channel?.unref()
    return asker
  }
  child.on('error', ({ message }) => end(`the process of the model failed: ${message}`))
  child.on('exit', (code, signal) =>
    end(`the process of the model has ended (${signal ?? `exit code ${code}`})`),
  )
  send({ kind: 'open', setup })
  await opened(child)
  child.on('message', (message: FromModel<Answer>) => {
    if (message.kind === 'answered') settle(message.id)?.resolve(message.answer)
    else if (message.kind === 'failed') settle(message.id)?.reject(new ModelError(message.reason))
  })
  child.unref()
  child.channel?.unref()
  let count = 0
  return {
    hasEnded: () => dead !== undefined,
    ask: (job, signal) =>
      new Promise((resolve, reject) => {
        if (dead) return reject(dead)
        if (signal?.aborted) return reject(new ModelError('aborted before it began'))
        const id = ++count
        const onAbort = (): void => {
          send({ kind: 'abort', id })
          settle(id)
          reject(new ModelError('aborted'))
        }
        const free = (): void => signal?.removeEventListener('abort', onAbort)
        signal?.addEventListener('abort', onAbort, { once: true })
        waiting.set(id, {
          resolve: (answer) => (free(), resolve(answer)),
          reject: (reason) => (free(), reject(reason)),
        })
        child.channel?.ref()
        send({ kind: 'ask', id, job })
      }),
    stop: async () => {
      dead ??= new ModelError('the model was disposed of')
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** @throws ModelError when the process ends or refuses before the model is open */
async function opened(child: ChildProcess): Promise<void> {
  const message = await new Promise<FromModel<unknown>>((resolve, reject) => {
    const gone = (code: number | null, signal: string | null): void =>
      reject(new ModelError(`the process of the model ended at its start (${signal ?? `exit code ${code}`})`))
    child.once('exit', gone)
    child.once('error', (error) => reject(new ModelError(error.message)))
    child.once('message', (first: FromModel<unknown>) => {
      child.off('exit', gone)
      resolve(first)
    })
  })
  if (message.kind === 'ready') return
  child.kill('SIGKILL')
  throw new ModelError(message.kind === 'refused' ? message.reason : 'the model answered before it was asked')
}

/**
 * In the session of the runtime: the kernel weighs the nice of processes only within one (sched_autogroup).
 * Run from source (tests, tools) it needs a TypeScript loader; built, it is plain JavaScript.
 */
function start(program: string, caller: string): ChildProcess {
  const built = caller.endsWith('.js')
  const file = fileURLToPath(new URL(`${program}.${built ? 'js' : 'ts'}`, caller))
  const loader = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return fork(file, [], {
    execArgv: built ? [] : ['--import', loader()],
    // onnxruntime reports its use over the network unless it is told not to; nothing here leaves the robot
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
