import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EpisodeTranscripts } from '#app/run-folder/episode-transcripts.js'
import { must } from '#base/result.js'
import { judgeTranscript } from '#drivers/judge-transcript.js'
import { decodeEntry, TRANSCRIPT_HEADER, type TranscriptEntry } from '#drivers/transcript/transcript.js'
import { REPO } from '#lab/architecture/source-tree.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-transcripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(path: string): TranscriptEntry[] {
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(header).toBe(TRANSCRIPT_HEADER)
  return lines.map((line, i) => must(decodeEntry(line, path, i + 2), path))
}

describe('transcripts of a run in a world', () => {
  it('law 2: what the home’s driver was told and said, in two episodes, keeps the laws by the judge', () => {
    const args = ['--world', 'home', '--task', 'tidy', '--episodes', '2', '--wire', '--out', folder]
    const run = spawnSync('node', [join(REPO, 'bin/graft.js'), 'run', ...args], { encoding: 'utf8' })
    expect([run.status, run.stderr]).toEqual([0, ''])
    const [name = ''] = readdirSync(folder)
    const judged = ['01', '02'].map((episode) =>
      judgeTranscript(read(join(folder, name, 'episodes', episode, 'transcript.ndjson')), 20),
    )
    expect(judged.flatMap(({ breaches }) => breaches)).toEqual([])
    for (const { counts } of judged)
      expect(counts).toMatchObject({ sessions: 1, executions: counts.ended, open: 0 })
    expect(Math.min(...judged.map(({ counts }) => counts.executions))).toBeGreaterThanOrEqual(3)
  })

  it('a disk that takes nothing costs the transcript, and says so', async () => {
    const warnings: string[] = []
    const nowhere = new EpisodeTranscripts((episode) => join(folder, 'no', `${episode}`), {
      mayRecord: () => true,
      warn: (text) => void warnings.push(text),
    })
    expect(nowhere.record(1)).toBeUndefined()
    expect(warnings).toEqual([expect.stringContaining('the transcript is not recorded: ENOENT')])
    await nowhere.close()
  })

  it('what is too much ends the file at a whole line, once', async () => {
    const warnings: string[] = []
    const path = join(folder, 'long.ndjson')
    const transcripts = new EpisodeTranscripts(() => path, {
      mayRecord: () => true,
      warn: (text) => void warnings.push(text),
    })
    const record = transcripts.record(7)
    // faster than any disk: more than may wait for it
    for (let n = 1; n < 200_000; n++) record?.({ t: n, to: 'driver', message: { kind: 'heartbeat', n } })
    await transcripts.close()
    const entries = read(path)
    expect(warnings).toEqual([expect.stringContaining('the transcript of episode 7 ends early')])
    expect(entries.map(({ t }) => t)).toEqual(entries.map((_, i) => i + 1))
    expect(entries.length).toBeGreaterThan(10_000)
    expect(entries.length).toBeLessThan(199_999)
  })
})
