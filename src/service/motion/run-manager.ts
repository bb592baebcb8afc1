import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import { AccessLost, accessLostIn } from '#runtime/ending/episode-control.js'
import { forbidsMotion, type Activity, type StatusAlarm } from '#runtime/status/service-status.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'

/**
 * A job that moves or may move the robot: at most one at a time. It ends by itself, or soon after `signal` is
 * aborted.
 */
export interface Job {
  /** for the log: `run F1-s1-1a2b3c4d`, `teleop of anna` */
  readonly name: string
  /** @returns why it ended, in words */
  execute(control: JobControl): Promise<string>
}

/** What operators demand of the current job. */
export interface JobControl {
  readonly signal: AbortSignal
  /** why nobody could have stopped the robot, in words, if it was aborted because of that */
  accessLost(): string | undefined
  held(): boolean
  /** the robot is at rest now because it is held: it has finished its step first */
  onRest(): void
  estopRequested(): boolean
}

/**
 * The single place for everything that can set the robot in motion. STOP and emergency stop are accepted in every
 * state; a stopped job is over, and nothing restarts by itself (law 7, ISO 3691-4 4.1.14).
 */
export class RunManager {
  readonly #statusPublisher: StatusPublisher
  #job: { readonly name: string; readonly stop: AbortController; readonly done: Promise<void> } | undefined
  #held = false
  #estop: string | null = null
  #blockedBecause: string | null = null
  #stops = 0

  constructor(statusPublisher: StatusPublisher) {
    this.#statusPublisher = statusPublisher
  }

  /** The name of the current job; undefined when nothing can move. */
  get currentJob(): string | undefined {
    return this.#job?.name
  }

  /** The name of a job that will ask to be armed, and is still being prepared for it or armed just now. */
  get preparing(): string | undefined {
    const waits = this.#statusPublisher.status().activity === 'waiting-for-arm'
    return waits && this.#job?.stop.signal.aborted === false ? this.#job.name : undefined
  }

  /** How often it was told to stop, whether or not anything was under way: compare it across a preparation. */
  get stops(): number {
    return this.#stops
  }

  /** Why the emergency stop is latched; null when it is not. */
  get estopped(): string | null {
    return this.#estop
  }

  /**
   * The alarm of a run that ended while nobody knew whether the robot stands, until a person acknowledges it; undefined
   * when there is none.
   */
  get inDoubt(): StatusAlarm | undefined {
    return this.#statusPublisher.status().alarms.find(forbidsMotion)
  }

  /** May anything be armed now? */
  mayArm(): Result<void, Refusal> {
    if (this.#estop !== null)
      return err({
        code: 'estop.latched',
        message: `the emergency stop is latched ${this.#estop}`,
        hint: 'send `reset` when the cause is gone',
      })
    if (this.#blockedBecause !== null)
      return err({
        code: 'access.nobody',
        message: `nobody can stop the robot: ${this.#blockedBecause}`,
        hint: 'restore the keys, or create one with graft keys new NAME --role operator; then try again',
      })
    if (this.inDoubt !== undefined)
      return err({
        code: 'robot.in-doubt',
        message: 'nobody knows whether the robot stands since a run has lost it',
        hint: `look at the robot, then acknowledge it: alarm ack ${this.inDoubt.id} "it stands"`,
      })
    return ok(undefined)
  }

  /** May a job begin now? */
  mayBegin(): Result<void, Refusal> {
    const armed = this.mayArm()
    if (!armed.ok) return armed
    if (this.#job !== undefined)
      return err({
        code: 'run.busy',
        message: `${this.#job.name} is under way`,
        hint: 'wait for it, or `stop` it',
      })
    return ok(undefined)
  }

  /** @param stops as counted when it was asked for: whoever has stopped it since was told that nothing moves */
  begin(job: Job, stops = this.#stops): Result<void, Refusal> {
    const free = this.mayBegin()
    if (!free.ok) return free
    if (stops !== this.#stops) return err(STOPPED_BEFORE)
    const stop = new AbortController()
    this.#held = false
    const control: JobControl = {
      signal: stop.signal,
      accessLost: () => accessLostIn(stop.signal),
      held: () => this.#held,
      onRest: () => this.#rest(),
      estopRequested: () => this.#estop !== null,
    }
    const done = Promise.resolve()
      .then(() => job.execute(control))
      .then(
        (why) => this.#finish(job.name, why, 'info'),
        (cause: unknown) => this.#finish(job.name, describe(cause), 'error'),
      )
    this.#job = { name: job.name, stop, done }
    this.#log('info', `${job.name} begins`)
    return ok(undefined)
  }

  /** The robot stops within a second, and the job ends cleanly. Never refused. */
  stop(by: string): { readonly stopped: string | null } {
    const job = this.#job
    if (job !== undefined) this.#log('warn', `${by} stops ${job.name}`)
    this.#halt()
    return { stopped: job?.name ?? null }
  }

  /**
   * Nobody who may stop the robot can connect: the current job is stopped as by STOP, and nothing can be armed.
   * @param why null: somebody can connect again; this starts nothing
   */
  forbidMotion(why: string | null): void {
    const was = this.#blockedBecause
    this.#blockedBecause = why
    if (why !== null && was === null) {
      const ended =
        this.#job === undefined
          ? 'nothing can be armed'
          : `${this.#job.name} is stopping and nothing can be armed`
      this.#log('error', `nobody can stop the robot, so ${ended}: ${why}`)
      this.#halt(new AccessLost(why))
    } else if (why === null && was !== null)
      this.#log('warn', 'somebody can stop the robot again; nothing moves until somebody arms it')
  }

  pause(by: string): Result<void, Refusal> {
    if (this.#job === undefined)
      return err({ code: 'run.none', message: 'nothing is under way', hint: 'send `run`' })
    this.#held = true
    // a robot that waits for something else is shown as paused once it would move
    if (this.#statusPublisher.status().activity === 'running')
      this.#setActivity('pausing', `${by} pauses the robot: it finishes its current step, then stops`)
    else this.#log('info', `${by} pauses the robot: it does not move before \`resume\``)
    return ok(undefined)
  }

  resume(by: string): Result<void, Refusal> {
    if (!this.#held) return err({ code: 'run.not-paused', message: 'nothing is paused' })
    this.#held = false
    const { activity } = this.#statusPublisher.status()
    if (activity === 'pausing' || activity === 'paused') this.#setActivity('running', `${by} resumes it`)
    else this.#log('info', `${by} resumes it`)
    return ok(undefined)
  }

  /** Latches until `reset`. Never refused. */
  estop(why: string): void {
    this.#estop ??= why
    this.#stops += 1
    this.#log('error', `EMERGENCY STOP: ${why}`)
    // the episode sees the latch first and ends because of it; a job that only waits is aborted too
    this.#job?.stop.abort()
    this.#setActivity('estopped', why)
  }

  reset(by: string): Result<{ readonly was: string }, Refusal> {
    const was = this.#estop
    if (was === null) return err({ code: 'estop.none', message: 'no emergency stop is latched' })
    if (this.#job !== undefined)
      return err({
        code: 'run.busy',
        message: `${this.#job.name} is still ending`,
        hint: 'try again in a moment',
      })
    this.#estop = null
    this.#log('warn', `${by} resets the emergency stop (${was}); nothing moves until somebody arms it`)
    this.#setActivity('idle', 'the emergency stop was reset')
    return ok({ was })
  }

  /** Stops the current job and waits for it to end. */
  async close(): Promise<void> {
    this.stop('the shutdown of the service')
    await this.#job?.done
  }

  /** The step is finished, and the robot stands. */
  #rest(): void {
    if (!this.#held) return
    const why = 'the robot has stopped; it continues after `resume`'
    if (this.#statusPublisher.status().activity === 'pausing') this.#setActivity('paused', why)
    else this.#log('info', why)
  }

  #halt(why?: AccessLost): void {
    this.#held = false
    this.#stops += 1
    this.#job?.stop.abort(why)
  }

  #finish(name: string, why: string, level: 'info' | 'error'): void {
    this.#job = undefined
    this.#held = false
    this.#log(level, `${name} has ended: ${why}`)
    this.#statusPublisher.set({ mode: 'SAFE', armedBy: null })
    this.#setActivity(this.#estop === null ? 'idle' : 'estopped', why)
  }

  #setActivity(activity: Activity, why: string): void {
    this.#statusPublisher.set({ activity })
    this.#statusPublisher.publish({ kind: 'activity', activity, why })
  }

  #log(level: 'info' | 'warn' | 'error', text: string): void {
    this.#statusPublisher.publish({ kind: 'log', level, source: 'run', text })
  }
}

const STOPPED_BEFORE: Refusal = {
  code: 'run.stopped',
  message: 'somebody has stopped it while it was being prepared',
  hint: 'where it may move after all, ask for it again',
}

const describe = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
