import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { withinBudget } from '#language/budget.js'
import { chatKey } from '#language/endpoint/key.js'
import type { ChatModel, ChatReply } from '#language/ports.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-chat-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

const request = {
  system: 's'.repeat(40),
  user: 'u'.repeat(40),
  maxTokens: 9,
  signal: new AbortController().signal,
}
const replying = (tokens: ChatReply['tokens']): ChatModel => ({
  id: 'x',
  seesPictures: false,
  reply: () => Promise.resolve({ ok: true, value: { text: 't'.repeat(20), tokens, seconds: 2 } }),
  dispose: () => Promise.resolve(),
})

describe('the budget of an order', () => {
  it('counts calls, tokens and seconds, and refuses with what was spent', async () => {
    const model = withinBudget(replying({ in: 30, out: 10 }), { calls: 10, tokens: 100 })
    const codes = []
    for (let call = 0; call < 5; call++) {
      const reply = await model.reply(request)
      codes.push(reply.ok ? 'ok' : reply.error.code)
    }
    // the third one begins below 100 tokens and is not cut
    expect(codes).toEqual(['ok', 'ok', 'ok', 'chat.budget', 'chat.budget'])
    expect(model.spent()).toEqual({ calls: 3, tokens: 120, seconds: 6 })
    expect(await model.reply(request)).toMatchObject({
      error: { message: expect.stringContaining('100 tokens') as string, got: '3 calls, 120 tokens' },
    })
  })

  it('estimates what a server does not count', async () => {
    const model = withinBudget(replying({ in: 0, out: 0 }), { calls: 10, tokens: 1000 })
    await model.reply(request)
    expect(model.spent().tokens).toBe(25)
  })

  it('is never exceeded in calls, also where several are asked at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 12 }),
        async (calls, asked) => {
          const model = withinBudget(replying({ in: 1, out: 1 }), { calls, tokens: 1000 })
          const replies = await Promise.all(Array.from({ length: asked }, () => model.reply(request)))
          return (
            replies.filter(({ ok }) => ok).length === Math.min(calls, asked) &&
            model.spent().calls === Math.min(calls, asked)
          )
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('the key of a server', () => {
  const file = (name: string, text: string, mode = 0o600): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    chmodSync(path, mode)
    return path
  }

  it('is in a file that only its owner can read', () => {
    expect(chatKey(file('good', 'sk-1\n'), undefined)).toEqual({ ok: true, value: 'sk-1' })
    expect(chatKey(file('open', 'sk-1', 0o644), undefined)).toMatchObject({
      error: { code: 'chat.key-file', got: 'mode 644', hint: expect.stringContaining('chmod 600') as string },
    })
  })

  it('is the credential of systemd where there is one, and none where nothing says so', () => {
    writeFileSync(join(folder, 'chat-key'), 'sk-credential')
    expect(chatKey(file('other', 'sk-2'), folder)).toEqual({ ok: true, value: 'sk-credential' })
    rmSync(join(folder, 'chat-key'))
    expect(chatKey(undefined, folder)).toEqual({ ok: true, value: undefined })
  })

  it.each([
    ['nothing', ''],
    ['two lines', 'a\nb'],
    ['a header of its own', 'a\r\nX-Other: b'],
    ['letters that no header can hold', 'schlüssel'],
    ['far too much', 'x'.repeat(10_000)],
  ])('%s is none, and is not shown', (name, text) => {
    const read = chatKey(file(name.replaceAll(' ', '-'), text), undefined)
    expect(read).toMatchObject({ ok: false, error: { code: 'chat.key-file' } })
    expect(JSON.stringify(read)).not.toContain('X-Other')
  })

  it('a folder and a file that is missing are said to be so', () => {
    for (const path of [folder, join(folder, 'missing')])
      expect(chatKey(path, undefined)).toMatchObject({ ok: false, error: { code: 'chat.key-file' } })
  })
})
