import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drivenTranscript } from '#service/jobs/manual-driving.js'

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
