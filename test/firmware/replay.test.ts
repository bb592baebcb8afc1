import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#base/hash.js'
import { WireObserver } from '#link/wire-observer.js'
import { needs } from '../needs/needs.js'
import { record, type Recording } from './support/recording.js'

const build = fileURLToPath(new URL('../../firmware-protocol/host/build.sh', import.meta.url))
const builds = [
  ['clang', 'clang-14', ''],
  ['gcc with sanitizers', 'gcc', '-O0 -fsanitize=address,undefined -fno-sanitize-recover=all'],
] as const
const ride = record(60, 1)

describe('one core, several builds (law 10: same input, same bytes)', () => {
  it('the recorded ride meets every command, refusals and damage', () => {
    expect(ride.sent.size).toBe(9)
    const said = messagesOf(ride)
    const replies = new Set(said.flatMap((m) => (m.kind === 'commandAck' ? [m.reply & 0x7f] : [])))
    expect(replies.size).toBeGreaterThanOrEqual(8)
    const endings = new Set(said.flatMap((m) => (m.kind === 'event' && m.code === 1 ? [m.status] : [])))
    expect(endings.size).toBeGreaterThanOrEqual(5)
    const stats = said.findLast((m) => m.kind === 'stats')
    expect(stats).toMatchObject({ txDropped: 0 })
    expect(said.filter((m) => m.kind === 'telemetry')).toHaveLength(60 * 50)
  })

  it('the same recording again gives the same bytes, another seed does not', () => {
    const first = sha256(record(3, 1).output)
    expect(sha256(record(3, 1).output)).toBe(first)
    expect(sha256(record(3, 2).output)).not.toBe(first)
  })

  for (const [name, cc, flags] of builds) {
    it(`native code by ${name} answers byte for byte as WebAssembly does`, needs(cc), () => {
      const folder = mkdtempSync(join(tmpdir(), 'replay-'))
      try {
        const program = join(folder, 'replay')
        execFileSync(build, [program], { env: { ...process.env, CC: cc, CFLAGS: flags } })
        const output = execFileSync(program, { input: ride.input, maxBuffer: 64e6 })
        expect(output.length).toBe(ride.output.length)
        expect(sha256(output)).toBe(sha256(ride.output))
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  }
})

function messagesOf({ output }: Recording) {
  const tap = new WireObserver()
  const view = new DataView(output.buffer, output.byteOffset, output.length)
  const messages = []
  for (let at = 0; at < output.length;) {
    const length = view.getUint16(at, true)
    messages.push(
      ...tap.observe('toHost', output.subarray(at + 2, at + 2 + length)).map(({ message }) => message),
    )
    at += 2 + length + 31
  }
  expect(tap.unreadable).toBe(0)
  return messages
}
