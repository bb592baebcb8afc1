import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { unfitFor } from '#app/world/driver-offer.js'
import type { DriverHello } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import { cartWorld } from '../runtime/support/cart-world.js'
import { ScriptedPeer, TICK } from '../drivers/support/rig.js'

const HELLO: DriverHello = {
  contract: { major: 1, minor: 0 },
  robot: 'cart',
  boot: 'b',
  skills: [{ name: 'Go', params: ['place'], timeoutMs: 20_000 }],
  facts: ['at'],
  pictures: [],
  stopMs: 300,
  heartbeatMs: 400,
}
const world = cartWorld('<Go place="table"/>')

describe('a driver that does not fit the world of a run', () => {
  it.each<[string, Partial<DriverHello>, string | undefined]>([
    ['fits', {}, undefined],
    ['can do more', { skills: [...HELLO.skills, { name: 'Dance', params: [], timeoutMs: 9 }] }, undefined],
    ['lacks a skill', { skills: [] }, 'the driver does not offer Go'],
    [
      'takes other parameters',
      { skills: [{ name: 'Go', params: ['to'], timeoutMs: 20_000 }] },
      'Go takes to, in the world place',
    ],
    ['reports too little', { facts: [] }, 'it does not report at'],
  ])('%s', (_, said, problem) => {
    const text = problem && `${problem}: driver and world do not fit (graft world check says more)`
    expect(unfitFor(world, { ...HELLO, ...said })).toBe(text)
  })

  it('is refused before it is armed, with the reason', () => {
    const clock = new VirtualClock()
    const peer = new ScriptedPeer((message) =>
      message.kind === 'hello' ? [{ kind: 'hello', rpc: message.rpc, hello: { ...HELLO, facts: [] } }] : [],
    )
    const objection = (hello: DriverHello): string | undefined => unfitFor(world, hello)
    const session = new DriverSession({ clock, peer, session: 's', objection })
    clock.advance(TICK)
    session.poll()
    expect(session.status).toBe('refused')
    expect(session.takeEvents().at(-1)).toMatchObject({
      text: expect.stringMatching(/^it does not report at/) as string,
    })
    expect(peer.sent.at(-1)?.kind).toBe('estop')
  })
})
