import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { ModelError } from '#learning/ports.js'
import { programOf } from '../side-process/launch.js'
import type { FromModel, ToModel } from './messages.js'

/**
 * A separate process for a model, at lower priority than the runtime (docs/adr/0011): its threads, thread pool, garbage
 * collection and crashes do not affect the reflex loop. If it has exited, the next job restarts it.
 */
export interface ModelProcess<Job, Answer> {
  /** @throws ModelError when the process exits or cannot be started, the model fails, or `signal` is aborted */
  ask(job: Job, signal?: AbortSignal): Promise<Answer>
  stop(): Promise<void>
}

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: Error) => void
}

/**
 * @param program file next to the caller that calls `serveModel`, without its extension
 * @param caller `import.meta.url` of the caller
 * @throws ModelError when the model cannot be opened
 */
export async function startModelProcess<Setup, Job, Answer>(
  program: string,
  caller: string,
  setup: Setup,
): Promise<ModelProcess<Job, Answer>> {
  const startNew = (): Promise<Instance<Setup, Job, Answer>> => Instance.start(program, caller, setup)
  let instance = startNew()
  await instance
  let isOver = false
  return {
    ask: async (job, signal) => {
      if (isOver) throw new ModelError('the model was disposed of')
      // a failed restart is retried
      const before = instance
      const now = await before.catch(() => undefined)
      // another caller may have restarted it in the meantime
      if (!isOver && instance === before && (now === undefined || now.hasEnded())) instance = startNew()
      return (await instance).ask(job, signal)
    },
    stop: async () => {
      isOver = true
      await instance.then((now) => now.stop()).catch(() => undefined)
    },
  }
}

/** One process, from start to exit. */
class Instance<Setup, Job, Answer> implements ModelProcess<Job, Answer> {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, Waiting<Answer>>()
  #endReason: Error | undefined
  #count = 0

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('error', ({ message }) => this.#end(`the model process failed: ${message}`))
    child.on('exit', (code, signal) =>
      this.#end(`the model process exited (${signal ?? `exit code ${code}`})`),
    )
  }

  /** @throws ModelError when the process exits or refuses before the model is open */
  static async start<Setup, Job, Answer>(
    program: string,
    caller: string,
    setup: Setup,
  ): Promise<Instance<Setup, Job, Answer>> {
    const child = start(program, caller)
    const instance = new Instance<Setup, Job, Answer>(child)
    instance.#send({ kind: 'open', setup })
    await opened(child)
    child.on('message', (message: FromModel<Answer>) => instance.#onMessage(message))
    child.unref()
    child.channel?.unref()
    return instance
  }

  hasEnded(): boolean {
    return this.#endReason !== undefined
  }

  ask(job: Job, signal?: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#endReason) return reject(this.#endReason)
      if (signal?.aborted) return reject(new ModelError('aborted before it began'))
      const id = ++this.#count
      const onAbort = (): void => {
        this.#send({ kind: 'abort', id })
        this.#settle(id)
        reject(new ModelError('aborted'))
      }
      const free = (): void => signal?.removeEventListener('abort', onAbort)
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting.set(id, {
        resolve: (answer) => (free(), resolve(answer)),
        reject: (reason) => (free(), reject(reason)),
      })
      // its exit is awaited as its answer is: the channel alone closes before the exit is known
      this.#child.ref()
      this.#child.channel?.ref()
      this.#send({ kind: 'ask', id, job })
    })
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#endReason ??= new ModelError('the model was disposed of')
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.ref()
    child.kill('SIGKILL')
    await gone
  }

  #send(message: ToModel<Setup, Job>): void {
    // a process that has just exited reports it through `exit`
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  #onMessage(message: FromModel<Answer>): void {
    if (message.kind === 'answered') this.#settle(message.id)?.resolve(message.answer)
    else if (message.kind === 'failed') this.#settle(message.id)?.reject(new ModelError(message.reason))
  }

  /** Removes a pending request. The process keeps the runtime alive only while a request is pending. */
  #settle(id: number): Waiting<Answer> | undefined {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#letGo()
    return waiting
  }

  #letGo(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }

  #end(reason: string): void {
    this.#endReason ??= new ModelError(reason)
    for (const { reject } of this.#waiting.values()) reject(this.#endReason)
    this.#waiting.clear()
  }
}

/** @throws ModelError when the process exits or refuses before the model is open */
async function opened(child: ChildProcess): Promise<void> {
  const message = await new Promise<FromModel<unknown>>((resolve, reject) => {
    const gone = (code: number | null, signal: string | null): void =>
      reject(new ModelError(`the model process exited at startup (${signal ?? `exit code ${code}`})`))
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
 * Starts the process in the runtime's session: the kernel compares nice values only within a session (sched_autogroup).
 */
function start(program: string, caller: string): ChildProcess {
  const { file, loader } = programOf(program, caller)
  return fork(file, [], {
    execArgv: [...loader],
    // onnxruntime sends usage telemetry unless disabled; nothing may leave the robot
    env: { ...process.env, ORT_DISABLE_TELEMETRY: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}
