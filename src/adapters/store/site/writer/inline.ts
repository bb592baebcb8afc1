import type { WriterClient, OnFailure } from './writer-client.js'
import type { Answer, Job } from './jobs.js'
import type { Writer } from './writer.js'

/** Executes every job synchronously. */
export function inlineWriterClient(writer: Writer, onFailure: OnFailure): WriterClient {
  const now = (job: Job): Answer => {
    const answer = writer.do([job])[0] as Answer
    writer.tidy()
    return answer
  }
  return {
    post: (job) => {
      const answer = now(job)
      if (!answer.ok) onFailure(job, answer)
    },
    submit: (job, settle) => settle(now(job)),
    wait: now,
    receive: () => undefined,
    waitingBytes: 0,
    close: () => {
      writer.close()
      return Promise.resolve()
    },
  }
}
