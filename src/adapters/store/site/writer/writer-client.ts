import type { Answer, Job } from './jobs.js'

/** Carries jobs to the writer: in another thread (the service), or synchronously in the caller's (the command line). */
export interface WriterClient {
  /** Queues a job without waiting; a failure is reported to `onFailure`. */
  post(job: Job): void
  /** Queues a job; `settle` is called once it is on disk or has failed. */
  submit(job: Job, settle: (answer: Answer) => void): void
  /** As `submit`, but blocks this thread until then: for a robot whose time is paused meanwhile. */
  wait(job: Job): Answer
  /** Processes answers that have arrived; works within a single turn of the event loop. */
  receive(): void
  /** bytes of pictures waiting for the disk */
  readonly waitingBytes: number
  /** Completes the queued jobs, then closes. */
  close(): Promise<void>
}

/** @param job the posted job that failed */
export type OnFailure = (job: Job, failure: Extract<Answer, { ok: false }>) => void

export const sizeOf = (job: Job): number => (job.kind === 'frame' ? job.jpeg.length : 0)

/** Resolves once the job is on disk or has failed. Never rejects. */
export const ask = (writer: WriterClient, job: Job): Promise<Answer> =>
  new Promise((settle) => writer.submit(job, settle))
