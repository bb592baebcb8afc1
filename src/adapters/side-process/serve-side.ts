import { giveWay } from '../model-process/give-way.js'

export interface SideJob<Job> {
  readonly id: number
  readonly job: Job
}

export interface SideAnswer<Answer> {
  readonly id: number
  readonly answer: Answer
}

/**
 * The body of a side process: one job after the other, below the runtime in priority. Ends when the runtime
 * is gone.
 */
export function serveSide<Job, Answer>(action: (job: Job) => Answer): void {
  giveWay()
  // Ctrl-C in the terminal reaches this process too; the runtime ends it when it no longer needs it
  process.on('SIGINT', () => undefined)
  process.on('message', ({ id, job }: SideJob<Job>) => {
    process.send?.({ id, answer: action(job) } satisfies SideAnswer<Answer>)
  })
  process.on('disconnect', () => process.exit())
}
