import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { judgeTranscript } from '#drivers/judge-transcript.js'
import { decodeEntry, encodeEntry, recordingPeer, TRANSCRIPT_HEADER } from '#drivers/transcript/transcript.js'
import { REPO } from '#lab/architecture/source-tree.js'
import { Rig, TICK } from './support/rig.js'

const FOLDER = join(REPO, 'test/drivers/transcripts')

/** Sessions as the contract means them, each about one thing. */
const SESSIONS: Readonly<Record<string, (rig: Rig) => void>> = {
  command: (rig) => {
    rig.ready()
    rig.session.observe({ facts: ['at'] })
    rig.move(200, 1)
    rig.tick(15)
  },
  stop: (rig) => {
    rig.ready()
    rig.move(3000, 1)
    rig.tick(5)
    rig.session.stop()
    rig.tick(8)
  },
  estop: (rig) => {
    rig.ready()
    rig.move(3000, 1)
    rig.tick(5)
    rig.session.estop()
    rig.tick(11)
    rig.move(100, 2)
    rig.session.reset()
    rig.tick(2)
    rig.move(100, 3)
    rig.tick(8)
  },
  silence: (rig) => {
    rig.ready()
    rig.move(3000, 1)
    rig.tick(5)
    rig.healthy = false
    rig.tick(25)
    rig.healthy = true
    rig.tick(4)
    rig.session.reset()
    rig.tick(4)
  },
  refusals: (rig) => {
    rig.tick(2)
    rig.move(100, 1)
    rig.session.reset()
    rig.tick(2)
    rig.move(100, 2)
    rig.move(100, 3)
    rig.session.execute({ permit: 2, skill: 'Move', params: { ms: 1 }, deadlineMs: 100 })
    rig.session.execute({ permit: 5, skill: 'Fly', params: {}, deadlineMs: 100 })
    rig.tick(8)
    rig.session.execute({ permit: 6, skill: 'Fly', params: {}, deadlineMs: 100 })
    rig.session.execute({ permit: 7, skill: 'Move', params: { speed: 1 }, deadlineMs: 100 })
    rig.tick(2)
  },
}

function recorded(play: (rig: Rig) => void): string {
  const lines = [TRANSCRIPT_HEADER]
  play(
    new Rig({
      between: (peer, clock) => recordingPeer(peer, clock, (entry) => void lines.push(encodeEntry(entry))),
    }),
  )
  return `${lines.join('\n')}\n`
}

describe('golden transcripts', () => {
  it.each(Object.keys(SESSIONS))(
    '%s: sessions of today read as those of this version (refresh: vitest -u)',
    async (name) => {
      await expect(recorded(SESSIONS[name] as (rig: Rig) => void)).toMatchFileSnapshot(
        join(FOLDER, `${name}.ndjson`),
      )
    },
  )

  it('are lawful as they stand in their files', () => {
    const names = readdirSync(FOLDER)
    expect(names.toSorted()).toEqual(
      Object.keys(SESSIONS)
        .toSorted()
        .map((name) => `${name}.ndjson`),
    )
    const breaches = names.flatMap((name) => {
      const lines = readFileSync(join(FOLDER, name), 'utf8').trimEnd().split('\n').slice(1)
      expect(lines.length).toBeGreaterThan(15)
      const entries = lines.map((line, i) => must(decodeEntry(line, name, i + 2), name))
      return judgeTranscript(entries, TICK).breaches.map(({ by, kind }) => `${name}: ${by} ${kind}`)
    })
    // the host of this one sends a permit twice to see it refused
    expect(breaches).toEqual(['refusals.ndjson: host permit-reused'])
  })
})
