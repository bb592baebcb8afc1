import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { closeSession, drivenTranscript } from '#service/jobs/manual-driving.js'

it('transcripts of manual driving: the fifty newest stay', () => {
  const dir = mkdtempSync(join(tmpdir(), 'graft-driven-'))
  for (let session = 0; session < 60; session++) {
    const path = drivenTranscript(dir, `s${session}`)
    writeFileSync(path, '')
    utimesSync(path, session, session)
  }
  writeFileSync(join(dir, 'teleop', 'notes.txt'), 'not ours')
  const kept = readdirSync(join(dir, 'teleop'))
  expect(kept).toHaveLength(51)
  expect(kept).toContain('notes.txt')
  expect(kept).toContain('s59.ndjson')
  expect(kept).not.toContain('s9.ndjson')
})

it.each([
  ['an operator who is lost while the robot drives', { why: 'silent' }, ['warn: whoever drove was lost']],
  ['one who ends it', { why: 'ended' }, []],
  [
    'one who is lost, with a robot of which nobody knows',
    { why: 'silent', doubt: 'it moved' },
    ['EMERGENCY STOP: it moved'],
  ],
] as const)('people at other consoles hear of %s', (_, how, expected) => {
  const told: string[] = []
  const parts = {
    manager: { estop: (why: string) => void told.push(`EMERGENCY STOP: ${why}`) },
    statusPublisher: {
      publish: ({ level, text }: { level: string; text: string }) => void told.push(`${level}: ${text}`),
    },
  }
  const end = { kind: 'over', ms: 1000, refused: 0, ...how } as const
  const text = closeSession(parts as unknown as Parameters<typeof closeSession>[0], end, '1 steps')
  expect(text).toContain(`${how.why} after 1.0 s, 1 steps permitted, 0 refused`)
  expect(told).toEqual(expected.map((start) => expect.stringContaining(start) as string))
})
