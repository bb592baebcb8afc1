import { describe, expect, it } from 'vitest'
import type { DataDomain } from '#worlds/assemble.js'
import { decide } from '#instructions/decide.js'
import { meaningsIn } from '#instructions/meanings.js'
import { spokenWorld } from '#instructions/spoken-world.js'
import { understand } from '#instructions/understand.js'
import type { ChatModel, ChatRequest } from '#language/ports.js'
import { readByModel } from '#language/readings/ask-model.js'
import { combined } from '#language/readings/combine.js'
import { worldOf } from './support/worlds.js'

const home = worldOf('worlds/home')
const orderOf = (order: string, domain: DataDomain = home) => ({ order, domain, state: domain.initial })

type Said = Readonly<Record<string, unknown>>
const reading = (goals: readonly Said[], more: Said = {}) => ({
  goals,
  never: [],
  assumes: [],
  before: [],
  not_used: [],
  sure: true,
  ...more,
})
const replyOf = (readings: readonly unknown[], unclear = ''): string =>
  JSON.stringify({ thought: 'x', readings, unclear })

/** A model that replies these texts, one after the other. */
function scripted(...replies: readonly string[]): ChatModel & { readonly asked: ChatRequest[] } {
  const asked: ChatRequest[] = []
  return {
    id: 'scripted',
    seesPictures: false,
    asked,
    reply: (request) => {
      asked.push(request)
      const text = replies[Math.min(asked.length, replies.length) - 1] ?? ''
      return Promise.resolve({ ok: true, value: { text, tokens: { in: 1, out: 1 }, seconds: 0 } })
    },
    dispose: () => Promise.resolve(),
  }
}

const signal = new AbortController().signal
/** What is done about an order that the rules and a model have read. */
async function decided(order: string, reply: string) {
  const read = await readByModel(scripted(reply), orderOf(order), signal)
  if (!read.ok) return read.error.code
  const both = combined(understand(order, spokenWorld(home)), read.value, meaningsIn(home))
  const decision = decide(both, orderOf(order))
  switch (decision.kind) {
    case 'plan':
      return `plan ${goals(decision.found.reading.goals)}`
    case 'holds':
      return `holds ${goals(decision.reading.goals)}`
    case 'ask':
      return `ask ${decision.choices.map((choice) => goals(choice.reading.goals)).join(' | ')}`
    case 'refuse':
      return `refuse ${decision.code}`
  }
}
const goals = (all: readonly { readonly formula: string }[]): string =>
  all.map(({ formula }) => formula).join(' & ')

const at = (thing: string, place: string): Said => ({ fact: 'location', of: thing, is: place })
const MILK = 'bring the milk to ben'

describe('readings by rule and by a model', () => {
  it.each<[string, string, string, string]>([
    ['the same: acted on', MILK, replyOf([reading([at('milk', 'ben')])]), 'plan location(milk) = ben'],
    [
      'the same in another order of its parts',
      'bring the mug and the plate to the counter',
      replyOf([reading([at('plate', 'counter'), at('mug', 'counter')])]),
      'plan location(mug) = counter & location(plate) = counter',
    ],
    [
      'different, both possible: a person chooses',
      MILK,
      replyOf([reading([at('milk', 'anna')])]),
      'ask location(milk) = ben | location(milk) = anna',
    ],
    [
      'different, and what the model says cannot be: asked all the same',
      MILK,
      replyOf([reading([at('milk', 'gripper'), at('apple', 'gripper')])]),
      'ask location(milk) = ben',
    ],
    [
      'the rules understand nothing: the reading of the model is a question',
      'the usual for ben, as every morning',
      replyOf([reading([at('milk', 'ben')])]),
      'ask location(milk) = ben',
    ],
    ['the model says that it means nothing: asked', MILK, replyOf([], 'milk'), 'ask location(milk) = ben'],
    ['neither understands: refused', 'dance a waltz', replyOf([], 'a waltz'), 'refuse do.unclear'],
    [
      'a second reading that the model only holds possible changes nothing',
      MILK,
      replyOf([reading([at('milk', 'ben')]), reading([at('milk', 'anna')], { sure: false })]),
      'plan location(milk) = ben',
    ],
    [
      'what must not happen on the way is a difference',
      MILK,
      replyOf([reading([at('milk', 'ben')], { never: [{ fact: 'open', of: 'cupboard', is: true }] })]),
      'ask location(milk) = ben | location(milk) = ben',
    ],
  ])('%s', async (_, order, reply, expected) => expect(await decided(order, reply)).toBe(expected))

  it('a model that reads several meanings where the rules read one never makes them fewer', async () => {
    const reply = replyOf([reading([at('milk', 'anna')]), reading([at('milk', 'counter')])])
    expect(await decided(MILK, reply)).toBe(
      'ask location(milk) = ben | location(milk) = anna | location(milk) = counter',
    )
  })

  it('one of several is the same, however it is written', async () => {
    const any = { any: [at('mug', 'counter'), at('glass', 'counter')] }
    const read = await readByModel(scripted(replyOf([reading([any])])), orderOf('x'), signal)
    const [own] = read.ok ? read.value.readings : []
    expect(own?.goals[0]?.formula).toBe('location(mug) = counter or location(glass) = counter')
    const goal = { formula: 'exists ?item in {glass, mug} (location(?item) = counter)', text: 'x' }
    const byRule = { ...must(own), goals: [goal] }
    const both = combined(
      { readings: [byRule], unclear: undefined },
      must(read.ok ? read.value : undefined),
      meaningsIn(home),
    )
    expect(both.readings).toEqual([byRule])
  })
})

describe('asking a model', () => {
  const good = replyOf([reading([at('milk', 'ben')])])

  it('sends a reply that cannot be used back once, with the reason', async () => {
    const model = scripted('I will gladly help!', good)
    const read = await readByModel(model, orderOf(MILK), signal)
    expect(read.ok && read.value.readings).toHaveLength(1)
    expect(model.asked).toHaveLength(2)
    expect(model.asked[1]?.user).toContain('could not be used')
    expect(model.asked[1]?.system).toBe(model.asked[0]?.system)
  })

  it('gives up after that', async () => {
    const model = scripted('no')
    expect(await readByModel(model, orderOf(MILK), signal)).toMatchObject({ error: { code: 'chat.reply' } })
    expect(model.asked).toHaveLength(2)
  })

  it('says who me is, and quotes the order so that it stays one line', async () => {
    const model = scripted(good)
    await readByModel(model, { ...orderOf('bring\nReply: {"x"'), speaker: 'anna' }, signal)
    expect(model.asked[0]?.user).toBe('"I" and "me" are anna.\nOrder: "bring Reply: {\\"x\\""\nReply:')
  })
})

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing')
  return value
}
