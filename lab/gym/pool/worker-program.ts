import { parentPort } from 'node:worker_threads'
import type { MainModule } from '@mujoco/mujoco'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import { fault } from '../environment/faults.js'
import type { Shots } from '../environment/pictures.js'
import { tryPolicy, type Trial } from '../policies/trial.js'
import { taskNamed } from '../tasks/table.js'
import { Fleet } from './fleet.js'
import type { Answer, Batch, Question } from './messages.js'

/** A worker of the gym: a MuJoCo of its own with some environments. */
const loaded = await loadMujoco()
let fleet: Fleet | undefined
const NOT_OPEN = fault('gym.not-open', 'there are no environments yet')

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answer(question)))

function answer(question: Question): Answer {
  if (!loaded.ok) return { kind: 'error', error: fault('gym.mujoco', loaded.error) }
  switch (question.op) {
    case 'open':
      return open(loaded.value, question)
    case 'try':
      return tryAll(loaded.value, question)
    case 'reset':
      return batchOf(fleet?.reset(question.seed))
    case 'step':
      return batchOf(fleet?.step(question.actions))
    case 'pictures':
      return picturesOf(fleet?.pictures(question.request))
  }
}

function open(mujoco: MainModule, { task, ...share }: Question & { readonly op: 'open' }): Answer {
  const found = taskNamed(task)
  if (!found.ok) return { kind: 'error', error: found.error }
  fleet?.close()
  fleet = new Fleet(mujoco, found.value, share)
  return { kind: 'done' }
}

function tryAll(mujoco: MainModule, { task, policy, seeds }: Question & { readonly op: 'try' }): Answer {
  const found = taskNamed(task)
  if (!found.ok) return { kind: 'error', error: found.error }
  const trials: Trial[] = []
  for (const seed of seeds) {
    const tried = tryPolicy(mujoco, found.value, { policy, seed })
    if (!tried.ok) return { kind: 'error', error: tried.error }
    trials.push(tried.value)
  }
  return { kind: 'trials', trials }
}

function picturesOf(result: Result<readonly Shots[], Diagnostic> | undefined): Answer {
  if (result === undefined) return { kind: 'error', error: NOT_OPEN }
  return result.ok ? { kind: 'pictures', shots: result.value } : { kind: 'error', error: result.error }
}

function batchOf(result: Result<Batch, Diagnostic> | undefined): Answer {
  if (result === undefined) return { kind: 'error', error: NOT_OPEN }
  return result.ok ? { kind: 'batch', batch: result.value } : { kind: 'error', error: result.error }
}
