import type { MessagePort } from 'node:worker_threads'
import type { Answer, Job } from './jobs.js'

/** Start data of the writer thread. */
export interface WriterData {
  readonly dir: string
  readonly mail: MessagePort
  /** number of the last completed job, for a caller that blocks on it */
  readonly done: Int32Array
}

/** Jobs are numbered from 1, without gaps. */
export interface NumberedJob {
  readonly n: number
  readonly job: Job
}

interface NumberedAnswer {
  readonly n: number
  readonly answer: Answer
}

export type ToWriter = NumberedJob | 'close'
export type FromWriter = readonly NumberedAnswer[] | 'closed'
