import type { Answer, Job } from './jobs.js'

/** The way of jobs to the writer: in another thread (the service), or in the caller's own turn (the command line). */
export interface Carrier {
  /** Hands a job over. Nobody waits; a failure is told to `onFailure`. */
  post(job: Job): void
  /** Hands a job over; `settle` is called when it is on the disk, or could not be brought there. */
  submit(job: Job, settle: (answer: Answer) => void): void
  /** As `hand`, and this thread stands until then: for a robot whose time stands meanwhile too. */
  wait(job: Job): Answer
  /** Takes in answers that have come, also within a turn of the event loop. */
  hear(): void
  /** bytes of pictures that wait for the disk */
  readonly waitingBytes: number
  /** Does what was handed over, then ends. */
  close(): Promise<void>
}

/** @param job what was posted and could not be done */
export type OnFailure = (job: Job, failure: Extract<Answer, { ok: false }>) => void

export const sizeOf = (job: Job): number => (job.kind === 'frame' ? job.jpeg.length : 0)

/** Answered when the job is on the disk. Never rejects. */
export const ask = (carrier: Carrier, job: Job): Promise<Answer> =>
  new Promise((settle) => carrier.submit(job, settle))
