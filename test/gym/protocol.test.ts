import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { REPO } from '#lab/architecture/source-tree.js'
import { must } from '#base/result.js'
import { linesOf, type Line } from '#lab/gym/serve/lines.js'
import { serveGym } from '#lab/gym/serve/serve.js'
import { needs } from '../needs/needs.js'
import { environmentOf } from './support/gym.js'

interface Message {
  readonly ok?: boolean
  readonly protocol?: string
  readonly observations?: number[][]
  readonly error?: { readonly code: string }
}

/** What the gym says when these lines come in. */
async function said(lines: readonly string[], envs = 1): Promise<Message[]> {
  let text = ''
  const output = new Writable({
    write(chunk, _, done) {
      text += String(chunk)
      done()
    },
  })
  const input = Readable.from(lines.map((line) => Buffer.from(`${line}\n`)))
  await serveGym({ task: 'push', envs, workers: 1 }, { input, output })
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Message)
}

describe('lines', () => {
  it('come whole, however the bytes are cut, and a long one is skipped', async () => {
    const bytes = Buffer.from(`añ\n\n${'x'.repeat(50)}\nb\nlast`)
    for (const size of [1, 2, 7, 1000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const lines: Line[] = []
      for await (const line of linesOf(Readable.from(chunks), 10)) lines.push(line)
      expect(lines).toEqual([
        { text: 'añ' },
        { text: '' },
        { tooLong: true },
        { text: 'b' },
        { text: 'last' },
      ])
    }
  })
})

describe('the gym over a pipe', needs('MuJoCo'), () => {
  it('says what is there, then answers each line with one line, whatever it holds', async () => {
    const bad = ['', '[]', '{"op":"fly"}', '{"op":"reset","seed":-1}', '{"op":"step"}', '{"op":"step","actions":[[0,0,0,NaN]]}', '{"op":"step","actions":[[0,0,0,1e999]]}', '{"op":"step","actions":[[0,0,0,0],[0,0,0,0]]}'] // prettier-ignore
    const [hello, ...replies] = await said([...bad, '{"op":"reset","seed":4}', '{"op":"close"}', 'more'])
    expect(hello?.protocol).toBe('graft-gym')
    expect(replies.slice(0, bad.length).map(({ error }) => error?.code)).toEqual(
      ['request', 'request', 'request', 'seed', 'action', 'request', 'action', 'action'].map((code) => `gym.${code}`), // prettier-ignore
    )
    expect(replies.slice(bad.length).map(({ ok }) => ok)).toEqual([true, true])
  })

  it('carries every bit of an observation', async () => {
    const environment = await environmentOf('push')
    const [, reset, step] = await said([
      '{"op":"reset","seed":4}',
      '{"op":"step","actions":[[1,0.5,-1,0.3]]}',
    ])
    expect(reset?.observations).toEqual([[...must(environment.reset(4), 'reset').observation]])
    expect(step?.observations).toEqual([[...must(environment.step([1, 0.5, -1, 0.3]), 'step').observation]])
    environment.close()
  })

  it(
    'serves the Python client, which raises what is refused and goes on',
    needs('MuJoCo', 'python3'),
    async () => {
      const environment = await environmentOf('pick_place')
      must(environment.reset(8), 'reset')
      const expected = must(environment.step([0.1, 0.2, 0.3, 0.4]), 'step')
      environment.close()
      const { stdout } = await promisify(execFile)('python3', ['-c', SCRIPT], {
        env: { ...process.env, PYTHONPATH: join(REPO, 'examples/python'), NODE: process.execPath, REPO },
      })
      expect(JSON.parse(stdout)).toEqual({
        refused: ['gym.not-reset', 'gym.request', 'gym.action'],
        observation: [...expected.observation],
        reward: [expect.any(Number), Math.fround(expected.reward)],
        flags: [false, false, false],
        width: 30,
      })
    },
  )
})

const SCRIPT = `
import json, os
from graft_gym import GymVector, GymError
run = [os.environ["NODE"], "--import", "tsx", os.path.join(os.environ["REPO"], "test/gym/support/served-program.ts")]
refused = []
os.chdir(os.environ["REPO"])
with GymVector("pick_place", envs=2, workers=2, command=run) as gym:
    idle = [0, 0, 0, 0]
    def refuse(actions):
        try: gym.step(actions)
        except GymError as error: refused.append(error.code)
    refuse([idle, idle])
    gym.reset(seed=7)
    refuse([idle, [float("nan")] * 4])
    refuse([idle, [2, 0, 0, 0]])
    observations, rewards, terminated, truncated, infos = gym.step([idle, [0.1, 0.2, 0.3, 0.4]])
    print(json.dumps({"refused": refused, "observation": observations[1], "reward": rewards,
                      "flags": [terminated[1], truncated[1], infos["success"][1]], "width": gym.observation_size}))
`
