import { VirtualClock } from '#base/clock.js'
import { ms } from '#base/units.js'
import { startThread } from '#adapters/side-process/launch.js'
import type { DriverMessage, DriverPeer, HostMessage } from '#drivers/contract.js'
import { DriverSide, type DriverOffer } from '#drivers/driver-side.js'
import type { RobotBody } from '#drivers/side/robot-body.js'
import type { FromWorld, ToWorld, WorldState } from './messages.js'
import { RemoteBody } from './remote-body.js'

/** What carries the messages of a world in another thread. */
export interface WorldThread {
  post(message: ToWorld): void
  /** @param ended called once, with a sentence, when nothing can arrive any more */
  listen(hear: (message: FromWorld) => void, ended: (why: string) => void): void
  close(): void
}

export interface AsideOptions {
  readonly offer: DriverOffer
  readonly objectionTo: RobotBody['objectionTo']
}

/** The thread says nothing for longer than this: it hangs, ms. A look takes half a second on a core of 2023. */
const HANGS_MS = 10_000

/**
 * The driver of a simulated world that is in a thread of its own. The laws of the driver's side are kept here, next to
 * the reflex loop, so that signs of life and stops wait for nothing that the world computes. A thread that ends or
 * hangs is a driver that is lost.
 */
export class AsideDriver implements DriverPeer {
  readonly #clock = new VirtualClock()
  readonly #body: RemoteBody
  readonly #side: DriverSide
  readonly #thread: WorldThread
  /** what the host says before the world is made */
  #early: HostMessage[] | undefined = []
  #closed: string | undefined
  #heardAt = 0

  constructor(thread: WorldThread, { offer, objectionTo }: AsideOptions) {
    this.#thread = thread
    this.#body = new RemoteBody((message) => thread.post(message), objectionTo)
    this.#side = new DriverSide({ clock: this.#clock, offer, body: this.#body })
    thread.listen(
      (message) => this.#hear(message),
      (why) => this.#end(why),
    )
  }

  /** undefined before the world is made */
  get state(): WorldState | undefined {
    return this.#body.state
  }

  get closed(): string | undefined {
    return this.#closed ?? this.#side.closed
  }

  send(message: HostMessage): void {
    if (this.#closed !== undefined) return
    if (this.#early === undefined) this.#side.send(message)
    else this.#early.push(message)
  }

  take(): readonly DriverMessage[] {
    return this.#closed !== undefined || this.#early !== undefined ? [] : this.#side.take()
  }

  moment(id: string): Promise<unknown> {
    return this.#closed === undefined ? this.#body.moment(id) : Promise.reject(new Error(this.#closed))
  }

  /** @param periodMs of time that passes for the robot and its driver */
  advance(periodMs: number): void {
    if (this.closed !== undefined) return
    this.#clock.advance(ms(periodMs))
    const silent = this.#clock.now() - this.#heardAt
    if (this.#early === undefined && silent > HANGS_MS) {
      this.#end(`the thread of the simulation has not answered for ${Math.round(silent)} ms`)
      return this.#thread.close()
    }
    this.#side.advance()
    this.#body.advance(periodMs)
  }

  close(): void {
    this.#side.close()
    this.#end('closed by the host')
    this.#thread.close()
  }

  #end(why: string): void {
    this.#closed ??= why
    this.#body.end(why)
  }

  #hear(message: FromWorld): void {
    if (this.#closed !== undefined) return
    this.#heardAt = this.#clock.now()
    this.#body.hear(message)
    if (message.kind === 'failed') this.#end(message.why)
    if (message.kind !== 'up') return
    const early = this.#early ?? []
    this.#early = undefined
    for (const each of early) this.#side.send(each)
  }
}

/** @param setting as the simulation's `aside` takes it, data that can be sent to another thread */
export function startWorldThread(simulation: string, setting: unknown): WorldThread {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = startThread(new URL(`program.${ending}`, import.meta.url), {
    workerData: { simulation, setting },
  })
  worker.unref()
  return {
    post: (message) => worker.postMessage(message),
    listen: (hear, ended) => {
      worker.on('message', hear)
      worker.once('error', (cause: unknown) =>
        ended(
          `the thread of the simulation failed: ${cause instanceof Error ? cause.message : String(cause)}`,
        ),
      )
      worker.once('exit', (code) => ended(`the thread of the simulation has ended (exit code ${code})`))
    },
    close: () => void worker.terminate(),
  }
}
