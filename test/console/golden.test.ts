import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CommandName } from '#console/catalogue.js'
import { CATALOGUE } from '#console/catalogue.js'
import type { Role } from '#console/roles.js'
import type { Answer } from '#console/host.js'
import { ANSWERS } from './support/answers.js'
import { dispatcherBench } from './support/dispatcher-bench.js'
import { COMMANDS, SAMPLES } from './support/samples.js'

interface Golden {
  readonly what: string
  /** of the endpoint that the request is sent to */
  readonly role: Role
  /** bytes of the request, as UTF-8 text */
  readonly request: string
  /** bytes of the reply, as UTF-8 text */
  readonly reply: string
}

/**
 * The protocol's golden messages: whoever writes a client sends these requests to a fake that knows these replies. A change
 * here is a change of the protocol: `npx vitest run test/console/golden -u`, and read what it did.
 */
describe('golden messages', () => {
  it('every command, carried out', async () => {
    const messages = await Promise.all(
      COMMANDS.map((cmd, i) =>
        golden(
          cmd,
          CATALOGUE[cmd].role,
          JSON.stringify({ v: 1, id: i + 1, cmd, params: SAMPLES[cmd], by: 'anna' }),
        ),
      ),
    )
    expect(messages.filter(({ reply }) => reply.includes('"ok":true')).length).toBe(COMMANDS.length)
    await same(messages, 'carried-out.json')
  })

  it('every refusal of the console itself', async () => {
    const status = (more: object): string =>
      JSON.stringify({ v: 1, id: 'a', cmd: 'status', by: 'anna', ...more })
    const messages = [
      await golden('not JSON', 'viewer', '{"v":1,'),
      await golden('not an object', 'viewer', '["status"]'),
      await golden('no version', 'viewer', '{"id":"a","cmd":"status","by":"anna"}'),
      await golden('a version of the future', 'viewer', status({ v: 2 })),
      await golden('no id', 'viewer', '{"v":1,"cmd":"status","by":"anna"}'),
      await golden('no name', 'viewer', '{"v":1,"id":"a","cmd":"status"}'),
      await golden('a field too much', 'viewer', status({ role: 'maintainer' })),
      await golden('an unknown command', 'viewer', status({ cmd: 'sttaus' })),
      await golden('a command of another role', 'viewer', status({ cmd: 'run' })),
      await golden('an unknown parameter', 'operator', status({ cmd: 'run', params: { episode: 3 } })),
      await golden('a parameter out of range', 'operator', status({ cmd: 'run', params: { episodes: 0 } })),
      await golden('a parameter that is missing', 'operator', status({ cmd: 'confirm' })),
      await golden('too deep', 'viewer', status({ params: { a: [[[]]] } })),
      await golden('too many values', 'viewer', status({ params: { a: Array(70).fill(0) } })),
      await golden('too long', 'viewer', status({ cmd: 'x'.repeat(8192) })),
      await golden('refused by the robot', 'operator', status({ cmd: 'arm' }), () => ({
        ok: false,
        error: { code: 'arm.nothing-waits', message: 'nothing waits to be armed', hint: 'send `run` first' },
      })),
    ]
    expect(messages.filter(({ reply }) => reply.includes('"ok":false')).length).toBe(messages.length)
    await same(messages, 'refused.json')
  })
})

async function golden(
  what: string,
  role: Role,
  request: string,
  execute = (command: CommandName): Answer => ({ ok: true, value: ANSWERS[command] }),
): Promise<Golden> {
  const { answer } = dispatcherBench({ execute })
  const reply = await answer(Buffer.from(request), { role, client: 'c1' })
  return { what, role, request, reply: Buffer.from(reply).toString() }
}

const same = async (messages: readonly Golden[], file: string): Promise<void> => {
  const text = messages.map((message) => JSON.stringify(message, null, 2)).join(',\n')
  await expect(`[\n${text}\n]\n`.replace(/^(?=[{} ])/gm, '  ')).toMatchFileSnapshot(
    join(import.meta.dirname, 'golden', file),
  )
}
