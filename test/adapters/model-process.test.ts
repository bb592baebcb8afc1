import { afterEach, describe, expect, it } from 'vitest'
import { startModelProcess, type ModelProcess } from '#adapters/model-process/model-process.js'
import { ModelError } from '#learning/ports.js'
import type { OddAnswer, OddJob } from './support/odd-model.js'
import { needs } from '../needs/needs.js'

const START_MS = 60_000
type Odd = ModelProcess<OddJob, OddAnswer>
const started: Odd[] = []
const start = async (opens = true): Promise<Odd> => {
  const model = await startModelProcess<{ opens: boolean }, OddJob, OddAnswer>(
    './support/odd-model',
    import.meta.url,
    { opens },
  )
  started.push(model)
  return model
}

describe('a model in a process of its own', () => {
  afterEach(async () => {
    for (const model of started.splice(0)) await model.stop()
  })

  it(
    'answers in the order of asking, and a failure is the asker’s own',
    async () => {
      const model = await start()
      const answers = await Promise.allSettled([model.ask('echo'), model.ask('fail'), model.ask('echo')])
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      await expect(model.ask('fail')).rejects.toThrow(new ModelError('out of words'))
    },
    START_MS,
  )

  it(
    'a crash of the model is an error for whoever waits; who asks later gets a new process, one for all',
    async () => {
      const model = await start()
      const [crashed, behind] = await Promise.allSettled([model.ask('crash'), model.ask('echo')])
      for (const asked of [crashed, behind])
        expect(asked).toMatchObject({ status: 'rejected', reason: { name: 'ModelError' } })
      expect(await Promise.all([model.ask('echo'), model.ask('echo')])).toEqual(['echo', 'echo'])
      await expect(model.ask('crash')).rejects.toThrow(/SIGSEGV/)
      await model.stop()
      await expect(model.ask('echo')).rejects.toThrow('disposed of')
    },
    START_MS,
  )

  it(
    'a question beside the end of the model starts no process that nobody ends',
    async () => {
      const model = await start()
      await expect(model.ask('crash')).rejects.toThrow(/SIGSEGV/)
      const asked = model.ask('echo')
      await model.stop()
      await expect(asked).rejects.toThrow(ModelError)
    },
    START_MS,
  )

  it(
    'an abort rejects at once, reaches the model, and the next question is answered',
    async () => {
      const model = await start()
      const abort = new AbortController()
      const thinking = model.ask('think', abort.signal)
      abort.abort()
      await expect(thinking).rejects.toThrow('aborted')
      expect(await model.ask('echo')).toBe('echo')
      await expect(model.ask('echo', AbortSignal.abort())).rejects.toThrow('before it began')
    },
    START_MS,
  )

  it(
    'a model that cannot be opened says why',
    async () => {
      await expect(start(false)).rejects.toThrow(new ModelError('not a model'))
    },
    START_MS,
  )

  it(
    'every thread of it gives way to the reflex loop',
    async () => {
      const priorities = (await (await start()).ask('priorities')) as readonly number[]
      expect(priorities.length).toBeGreaterThan(1)
      expect(Math.min(...priorities)).toBeGreaterThanOrEqual(10)
    },
    START_MS,
  )

  it(
    'is what the kernel ends first when memory is short',
    { ...needs('Linux'), timeout: START_MS },
    async () => {
      expect(await (await start()).ask('expendable')).toBe('500')
    },
  )

  it(
    'outlives a Ctrl-C in the terminal: the runtime still wants its last report',
    async () => {
      expect(await (await start()).ask('interrupted')).toBe('alive')
    },
    START_MS,
  )
})
