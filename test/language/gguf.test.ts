import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { llamaChat } from '#language/gguf/llama-chat.js'
import type { ChatModel, ChatRequest } from '#language/ports.js'
import { readReply } from '#language/schema/read-reply.js'
import { list, object, ref, type Schema } from '#language/schema/schema.js'
import { formsOf, statementDefs } from '#language/world/forms.js'
import { makeTinyGguf } from '../adapters/fixtures/make/tiny-gguf.js'
import { worldOf } from './support/worlds.js'

const START_MS = 240_000
const folder = mkdtempSync(join(tmpdir(), 'graft-chat-gguf-'))
const opened: ChatModel[] = []
afterAll(async () => {
  await Promise.all(opened.map((model) => model.dispose()))
  rmSync(folder, { recursive: true })
})

const request = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  system: 'say what shall be so',
  user: 'x',
  maxTokens: 400,
  signal: new AbortController().signal,
  ...more,
})

async function open(path: string) {
  const chat = await llamaChat({ path, timeoutSeconds: 120 })
  if (chat.ok) opened.push(chat.value)
  return chat
}

describe('a GGUF file in a folder', () => {
  it(
    'keeps to the statements of a world, though it is made of noise: llama.cpp reads the grammar',
    async () => {
      makeTinyGguf(folder, 'qwen')
      const chat = await open(folder)
      expect(chat.ok ? '' : chat.error.message).toBe('')
      if (!chat.ok) throw new Error(chat.error.message)
      const domain = worldOf('worlds/service')
      const schema: Schema = {
        ...object({ goals: list(ref('statement'), [1, 2]) }),
        $defs: statementDefs(domain, formsOf(domain)),
      }
      const reply = await chat.value.reply(request({ schema }))
      expect(reply.ok ? '' : reply.error.message).toBe('')
      const text = reply.ok ? reply.value.text : ''
      const read = readReply<{ readonly goals: readonly unknown[] }>(text, schema)
      expect(read.ok && read.value.goals.length).toBeGreaterThan(0)
      expect(reply.ok && reply.value.tokens.in > 0 && reply.value.tokens.out > 0).toBe(true)
      expect(await chat.value.reply(request({ schema, maxTokens: 3 }))).toMatchObject({
        error: { code: 'chat.cut' },
      })
      expect(
        await chat.value.reply(request({ pictures: [{ type: 'image/png', bytes: new Uint8Array(1) }] })),
      ).toMatchObject({ error: { code: 'chat.no-pictures' } })
      expect(await chat.value.reply(request({ user: 'word '.repeat(20_000) }))).toMatchObject({
        error: { code: 'chat.failed' },
      })
      const gone = AbortSignal.abort()
      expect(await chat.value.reply(request({ signal: gone }))).toMatchObject({ ok: false })
    },
    START_MS,
  )

  it('of several the one that is meant has to be named; a projector is none of them', async () => {
    const other = mkdtempSync(join(folder, 'several-'))
    const codeOf = async (path: string): Promise<string> => {
      const chat = await open(path)
      return chat.ok ? 'opened' : `${chat.error.code}: ${chat.error.got ?? ''}`
    }
    expect(await codeOf(other)).toBe('chat.folder: none')
    expect(await codeOf(join(other, 'missing'))).toBe('chat.folder: ENOENT')
    writeFileSync(join(other, 'broken.gguf'), 'GGUF and no more')
    expect(await codeOf(other)).toMatch(/^model\.gguf/)
    copyFileSync(join(other, 'broken.gguf'), join(other, 'mmproj-broken.gguf'))
    expect(await codeOf(other)).toMatch(/^model\.gguf/)
    copyFileSync(join(other, 'broken.gguf'), join(other, 'b.gguf'))
    expect(await codeOf(other)).toBe('chat.folder: b.gguf, broken.gguf')
  })
})
