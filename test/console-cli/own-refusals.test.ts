import { describe, expect, it } from 'vitest'
import type { StatusEvent } from '#runtime/status/status-event.js'
import { follow } from '#console-cli/shell/follow.js'
import { OwnRefusals } from '#console-cli/shell/own-refusals.js'
import { FakeClient } from './support/fake-client.js'

const did = (by: string, role: string): StatusEvent => ({
  kind: 'operator',
  seq: 1,
  at: 0,
  by,
  role,
  did: 'tree.rollback field=F9',
})
const said = (by: string, role: string, code = 'field.unknown'): StatusEvent => {
  const text = `${by} (${role}, ${role}-1): tree.rollback field=F9: refused, ${code}: there is no field`
  return { kind: 'log', level: 'warn', source: 'console', seq: 2, at: 0, text }
}

function console_(client = new FakeClient()) {
  client.refusal ??= { code: 'field.unknown', message: 'there is no field' }
  const told: StatusEvent[] = []
  let now = 0
  const own = new OwnRefusals(
    client,
    () => now,
    (event) => told.push(event),
  )
  const ask = () => own.client.request('tree.rollback', { field: 'F9', cause: 'typo' })
  return { client, own, told, ask, pass: (ms: number) => (now += ms) }
}

describe('what is said to everybody of a refused request', () => {
  it('is not repeated to whoever has sent it, before its answer or after', async () => {
    const { own, told, ask } = console_()
    const answer = ask()
    own.hear(did('anna', 'maintainer'))
    await answer
    own.hear(said('anna', 'maintainer'))
    expect(told).toEqual([])
  })

  it('is said once for each that another sends, with another role, another reason or later', async () => {
    const { own, told, ask, pass } = console_()
    await ask()
    const others = [did('ben', 'operator'), said('ben', 'operator'), said('anna', 'maintainer', 'tree.none')]
    for (const event of others) own.hear(event)
    own.hear(said('anna', 'maintainer'))
    own.hear(said('ben', 'maintainer'))
    pass(3000)
    own.hear(did('ben', 'maintainer'))
    expect(told).toEqual([...others, said('ben', 'maintainer'), did('ben', 'maintainer')])
  })
})

it('what others do meanwhile is told at once, and so is what came of a request without an answer', async () => {
  const { client, own, told } = console_()
  const answer = own.client.request('tree.rollback', { field: 'F9', cause: 'typo' })
  const stopped: StatusEvent = {
    kind: 'operator',
    seq: 1,
    at: 0,
    by: 'ben',
    role: 'maintainer',
    did: 'estop',
  }
  own.hear(stopped)
  expect(told).toEqual([stopped])
  await answer
  for (const code of ['console.timeout', 'console.busy']) {
    client.refusal = { code, message: '' }
    const { own: other, told: heard } = console_(client)
    await other.client.request('tree.rollback', { field: 'F9', cause: 'typo' })
    other.hear(did('anna', 'maintainer'))
    expect(heard, code).toEqual([did('anna', 'maintainer')])
  }
})

it('what is only for debugging is not said above the prompt', async () => {
  const client = new FakeClient()
  const of = (level: string) =>
    ({ kind: 'link', level, seq: 1, at: 0, text: 'the session is open' }) as StatusEvent
  client.told = [of('debug'), of('info')]
  const told: StatusEvent[] = []
  const end = new AbortController()
  await follow(client, (event) => (told.push(event), end.abort()), end.signal)
  expect(told).toEqual([of('info')])
})
