import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import { fault, shown } from '../environment/faults.js'
import { STEPS_PER_ACTION } from '../environment/gripper.js'
import { ACTION, GOAL, OBSERVATION } from '../environment/observation.js'
import type { PictureRequest, Shot, Shots } from '../environment/pictures.js'
import { GOAL_WIDTH, rows, WIDTH } from '../pool/batch.js'
import type { Batch } from '../pool/messages.js'
import type { Pool } from '../pool/pool.js'
import type { Task } from '../tasks/task.js'
import type { Line } from './lines.js'

/** The first line of a session: what is there and how everything is laid out. */
export function hello(task: Task, envs: number, workers: number): object {
  return {
    protocol: 'graft-gym',
    version: 1,
    task: task.name,
    purpose: task.purpose,
    envs,
    workers,
    control_steps_per_action: STEPS_PER_ACTION,
    actions_per_second: 25,
    actions_per_episode: task.actions,
    tolerance: task.tolerance,
    observation: OBSERVATION,
    goal: GOAL,
    action: ACTION,
  }
}

/** A reply, and whether it is the last one. */
export interface Reply {
  readonly message: object
  readonly last?: true
}

/**
 * Answers a line; whatever it holds, there is one reply and the session goes on, until `close`. A request that has an
 * `id` gets it back, so that whoever has missed a reply notices.
 */
export async function reply(pool: Pool, line: Line): Promise<Reply> {
  const request = 'text' in line ? parsed(line.text) : undefined
  const { message, ...rest } = await answer(pool, line, request)
  const id = request?.['id']
  return { message: isId(id) ? { ...message, id } : message, ...rest }
}

const isId = (id: unknown): boolean => typeof id === 'number' || (typeof id === 'string' && id.length <= 64)

async function answer(pool: Pool, line: Line, request: ReturnType<typeof parsed>): Promise<Reply> {
  if ('tooLong' in line) return refusal(fault('gym.request', 'the line is too long'))
  if (request === undefined)
    return refusal(
      fault('gym.request', 'the line is no JSON object', {
        expected: '{"op": "reset" | "step" | "pictures" | "close", …}; JSON knows no NaN',
        got: line.text.slice(0, 80),
      }),
    )
  const { op, seed, actions, evaluation = false } = request
  if (op === 'close') return { message: { ok: true }, last: true }
  if (op === 'reset' && typeof evaluation !== 'boolean')
    return refusal(
      fault('gym.request', 'evaluation has a wrong value', {
        expected: 'true or false',
        got: shown(evaluation),
      }),
    )
  if (op === 'reset')
    return replyOf(await pool.reset(seed as number, evaluation === true ? 'evaluation' : 'training'), startOf)
  // what they are given is checked by the pool, whatever it is
  if (op === 'step') return replyOf(await pool.step(actions as number[][]), stepOf)
  if (op === 'pictures') return replyOf(await pool.pictures(request as unknown as PictureRequest), shotsOf)
  return refusal(fault('gym.request', 'there is no such op', { expected: OPS, got: shown(op) }))
}

const OPS = 'reset, step, pictures, close'

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function replyOf<T>(result: Result<T, Diagnostic>, shape: (value: T) => object): Reply {
  return result.ok ? { message: { ok: true, ...shape(result.value) } } : refusal(result.error)
}

const refusal = (error: Diagnostic): Reply => ({ message: { ok: false, error } })

const startOf = ({ observations, goals }: Batch): object => ({
  observations: rows(observations, WIDTH),
  goals: rows(goals, GOAL_WIDTH),
})

/** Pixels as base64 of their bytes, numbers little-endian. */
const shotsOf = (all: readonly Shots[]): object => ({
  pictures: all.map(({ cameras }) =>
    Object.fromEntries(Object.entries(cameras).map(([name, shot]) => [name, encoded(shot)])),
  ),
  parts: all.map(({ parts }) => parts),
})

const encoded = ({ rgb, depth, mask }: Shot): object => ({
  rgb: base64(rgb),
  depth: base64(depth),
  mask: base64(mask),
})

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array | Float32Array | Uint16Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

function stepOf(batch: Batch): object {
  const flags = (values: Uint8Array): boolean[] => Array.from(values, (value) => value === 1)
  const [terminated, truncated] = [flags(batch.terminated), flags(batch.truncated)]
  const over = terminated.map((ended, index) => ended || truncated[index] === true)
  return {
    ...startOf(batch),
    rewards: [...batch.rewards],
    sparse: [...batch.sparse],
    terminated,
    truncated,
    success: flags(batch.success),
    finals: over.includes(true)
      ? rows(batch.finals, WIDTH).map((row, index) => (over[index] === true ? row : null))
      : null,
  }
}
