import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { judgeTranscript } from '#drivers/judge-transcript.js'
import { decodeEntry, TRANSCRIPT_HEADER } from '#drivers/transcript/transcript.js'
import { REPO } from '#lab/architecture/source-tree.js'

const FOLDER = join(REPO, 'test/drivers/lawless')
/** what carrier and clocks may add, ms: these were written by hand */
const SLACK_MS = 20

/** What each file shows; its name is the breach that it is about. */
const SHOWS: Readonly<Record<string, readonly string[]>> = {
  // a driver that refuses keeps the laws that its host breaks
  'no-permit': ['host no-permit'],
  'permit-reused': ['host permit-reused'],
  'id-reused': ['host id-reused'],
  'sent-before-standing': ['host sent-before-standing'],
  'executed-twice': ['host id-reused', 'driver executed-twice'],
  'permit-executed-twice': ['host permit-reused', 'driver permit-executed-twice'],
  'accepted-when-safe': ['driver accepted-when-safe', 'driver not-safe'],
  'ended-twice': ['driver ended-twice'],
  'ended-unaccepted': ['driver ended-unaccepted'],
  'never-ended': ['driver never-ended'],
  'unknown-result': ['driver unknown-result'],
  'unknown-answer': ['driver unknown-answer'],
  'stop-late': ['driver unpermitted-motion', 'driver stop-late'],
  'moves-in-silence': ['driver moves-in-silence'],
  'not-safe': ['driver not-safe'],
  'unpermitted-motion': ['driver unpermitted-motion'],
  garbage: ['driver garbage'],
}

function breachesIn(text: string, name: string): string[] {
  const [header, ...lines] = text.trimEnd().split('\n')
  expect(header).toBe(TRANSCRIPT_HEADER)
  const entries = lines.map((line, i) => must(decodeEntry(line, name, i + 2), name))
  const { breaches } = judgeTranscript(entries, SLACK_MS)
  return [...new Set(breaches.map(({ by, kind }) => `${by} ${kind}`))]
}

const LINE = {
  t: 1,
  to: 'driver',
  message: {
    jsonrpc: '2.0',
    id: 3,
    method: 'execute',
    params: { id: 1, permit: 1, skill: 'Move', params: {}, deadlineMs: 10 },
  },
}
const lineWith = (change: object): string =>
  JSON.stringify({
    ...LINE,
    message: { ...LINE.message, params: { ...LINE.message.params, ...change } },
  })

describe('golden transcripts of sessions that break a law', () => {
  it.each(Object.keys(SHOWS))('%s: is found, and nothing else is', (name) => {
    const text = readFileSync(join(FOLDER, `${name}.ndjson`), 'utf8')
    expect(breachesIn(text, name)).toEqual(SHOWS[name])
  })

  it.each([{ permit: 0 }, { permit: -7 }, { permit: undefined }, { permit: 'all' }])(
    'a command with %j can be read, so that it can be judged',
    (change) => {
      const read = decodeEntry(lineWith(change), 'x', 1)
      expect(read).toMatchObject({ ok: true, value: { message: { command: { id: 1, permit: 0 } } } })
    },
  )

  it('what else is wrong with a command stays a bad line', () => {
    for (const change of [{ id: 0 }, { deadlineMs: 'x', permit: 0 }, { skill: 7 }])
      expect(decodeEntry(lineWith(change), 'x', 1)).toMatchObject({ ok: false })
  })

  it('there is one for every breach that the judge knows', () => {
    const files = readdirSync(FOLDER).map((file) => file.replace('.ndjson', ''))
    expect(files.toSorted()).toEqual(Object.keys(SHOWS).toSorted())
    const source = readFileSync(join(REPO, 'src/drivers/judge-transcript.ts'), 'utf8')
    const rules = readFileSync(join(REPO, 'src/drivers/transcript/standing-rules.ts'), 'utf8')
    const known = [...source.matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, kind]) => kind ?? '')
    const standing = [...rules.matchAll(/kind: '([\w-]+)'/g)].map(([, kind]) => kind ?? '')
    expect(new Set([...known, ...standing])).toEqual(new Set(files))
  })
})
