import { Readable, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { linesOf, type Line } from '#lab/gym/serve/lines.js'
import { serveGym } from '#lab/gym/serve/serve.js'
import { needs } from '../needs/needs.js'
import { environmentOf } from './support/gym.js'

interface Message {
  readonly ok?: boolean
  readonly id?: unknown
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

  it('gives a request its id back, also where it is refused, and has seeds of its own for evaluation', async () => {
    const environment = await environmentOf('push')
    const [, trained, judged, wrong, refused, none] = await said([
      '{"op":"reset","seed":4,"id":1}',
      '{"op":"reset","seed":4,"evaluation":true,"id":"two"}',
      '{"op":"reset","seed":4,"evaluation":1,"id":3}',
      '{"op":"fly","id":4}',
      '{"op":"reset","seed":4,"id":[]}',
    ])
    expect([trained, judged, wrong, refused, none].map((each) => each?.id)).toEqual([
      1,
      'two',
      3,
      4,
      undefined,
    ])
    expect([wrong, refused].map((each) => each?.error?.code)).toEqual(['gym.request', 'gym.request'])
    expect(trained?.observations).toEqual([[...must(environment.reset(4), 'reset').observation]])
    expect(judged?.observations).toEqual([[...must(environment.reset(2 ** 32 + 4), 'reset').observation]])
    expect(judged?.observations).not.toEqual(trained?.observations)
    environment.close()
  })
})
