import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { serveModel } from '#adapters/model-process/serve-model.js'

export type OddJob = 'echo' | 'crash' | 'fail' | 'think' | 'priorities' | 'interrupted' | 'expendable'
export type OddAnswer = string | readonly number[]

/** A model that does what models should not do. */
serveModel<{ readonly opens: boolean }, OddJob, OddAnswer>(({ opens }) => {
  if (!opens) return Promise.reject(new Error('not a model'))
  return Promise.resolve(async (job, signal): Promise<OddAnswer> => {
    switch (job) {
      case 'echo':
        return 'echo'
      case 'crash':
        return process.kill(process.pid, 'SIGSEGV') ? 'dead' : ''
      case 'fail':
        throw new Error('out of words')
      case 'think':
        // until somebody gives up
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('given up')), { once: true }),
        )
      case 'priorities':
        return readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
      case 'expendable':
        return readFileSync('/proc/self/oom_score_adj', 'utf8').trim()
      case 'interrupted':
        process.kill(process.pid, 'SIGINT')
        for (let turns = 0; turns < 100; turns++) await turn()
        return 'alive'
    }
  })
})
