import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must } from '#base/result.js'
import { loadLlamaModel } from '#adapters/llama/llama-model.js'
import { parseManifest } from '#adapters/models/manifest.js'
import { actorGrammar } from '#learning/field/actor/grammar/grammar.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import type { HistoryEntry } from '#learning/actor/input.js'
import { parseReply } from '#learning/field/actor/language.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import type { LanguageModel } from '#learning/ports.js'
import { fitPrompt } from '#learning/field/actor/prompt/budget.js'
import { compactPrompt } from '#learning/field/actor/prompt/compact.js'
import { fullPrompt } from '#learning/field/actor/prompt/full.js'
import { issue, library, report, RETRY, situation, TRIP } from './world.js'

const at = (name: string): string => new URL(`../../models/${name}`, import.meta.url).pathname
const manifest = must(parseManifest(readFileSync(at('manifest.json'), 'utf8'), 'manifest'), 'manifest')
const entry = must(
  {
    ok: true,
    value: manifest.models.find(({ role }) => role === 'actor') as (typeof manifest.models)[number],
  },
  'actor',
)
const REPLY_TOKENS = 96
const START_MS = 120_000

const longHistory: HistoryEntry[] = Array.from({ length: 60 }, (_, i) => ({
  episode: i + 1,
  treeHash: `${i}`,
  score: i,
  decision: 'edited',
  patch: [],
  issues: [issue('timing', null)],
}))

/** 200 nodes and more, as a policy with many small trips, or with nothing but leaves */
const trips = `<Sequence>${Array.from({ length: 30 }, (_, i) => RETRY(TRIP(1 + 2 * (i % 4), 2 + 2 * (i % 4), '0101'))).join('')}<MoveToHome/></Sequence>`
const leaves = `<Sequence>${'<CustomDelay duration="0.5"/>'.repeat(200)}${TRIP(1, 2)}</Sequence>`

const about = (body: string): ActorInput =>
  situation(body, {
    report: report(
      issue('orientation', 2, {
        mask: '0001',
        nodePath: '/0/0/2',
        explanation: 'orange side up '.repeat(20),
      }),
      ...[1, 3, 5, 7].map((zone) => issue('grasp', zone, { grounded: 'refuted' })),
    ),
    history: longHistory,
    trace: {
      seconds: 90,
      units: Array.from({ length: 30 }, (_, i) => ({
        path: `/${i}` as const,
        node: 'RetryUntilSuccessful',
        attempts: 2,
        result: 'success',
        seconds: 9,
      })),
      failures: [],
    },
  })

describe('VRL-04: long trees and long histories fit the context, measured in the model’s own tokens', () => {
  let model: LanguageModel
  beforeAll(async () => {
    const file = at(entry.files[0]?.path ?? '')
    model = await loadLlamaModel({ id: entry.id, file, contextSize: entry.contextSize ?? 1024, chat: false })
  }, START_MS)
  afterAll(() => model.dispose())

  test.each([
    ['30 trips', trips],
    ['200 leaves', leaves],
  ])(
    '%s: the prompt fits, and the finding’s own unit is still shown',
    async (_, body) => {
      const input = about(body)
      const seen = analyse(input)
      expect(seen.book.all.length).toBeGreaterThan(200)
      const parts = { actor: input, situation: seen, library, maxEdits: 1, refusals: [] }
      const fitted = await fitPrompt(
        (level) => compactPrompt(parts, level),
        (text) => model.countTokens(text),
        model.contextSize - REPLY_TOKENS,
      )
      expect(fitted?.tokens).toBeLessThanOrEqual(model.contextSize - REPLY_TOKENS)
      const [finding] = seen.findings.filter(({ status }) => status === 'supported')
      const place = finding?.site?.kind === 'node' ? finding.site.at : ''
      expect(fitted?.prompt.split('\nISSUES:')[0]).toContain(`;${place}`.slice(body === leaves ? 0 : 1))
      const grammar = actorGrammar({ situation: seen, map: input.map, library, maxEdits: 1 })
      const reply = await model.complete({
        prompt: fitted?.prompt ?? '',
        grammar,
        maxTokens: REPLY_TOKENS,
        temperature: 0,
        seed: 0,
      })
      expect(reply.complete).toBe(true)
      expect(parseReply(reply.text, 1).ok).toBe(true)
    },
    START_MS,
  )

  test('the long prompt gives up the same things', () => {
    const input = about(trips)
    const parts = { actor: input, situation: analyse(input), library, maxEdits: 12, refusals: [] }
    const lengths = [0, 6, 7, 8].map((level) => fullPrompt(parts, level).length)
    expect(lengths.every((length, i) => i === 0 || length < (lengths[i - 1] as number))).toBe(true)
    expect(fullPrompt(parts, 8)).toContain('units that nothing speaks of')
  })
})
