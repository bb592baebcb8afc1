import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBtLog } from '#bt-tools/log/btlog-reader.js'
import { BtLogWriter } from '#bt-tools/log/btlog-writer.js'
import { ChromeTraceWriter } from '#bt-tools/log/chrome-trace.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import { readTransitions } from '#bt-tools/monitor/transitions.js'
import { Replay, type Entry } from '../monitor/support/replay.js'

const text = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const entries = text('../monitor/golden/vectors.jsonl')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Entry)
const golden = JSON.parse(text('../monitor/golden/logs.json')) as {
  readonly magic: string
  readonly records: string[]
  readonly trace: string
}

/** Our logs of the ticks that the reference's logs were written at, at the end of the recorded conversation. */
function written(): { readonly btlog: Uint8Array; readonly trace: string; readonly xml: string } {
  const btlog: Uint8Array[] = []
  const trace: string[] = []
  let xml = ''
  let end = (): void => undefined
  const replay = new Replay(entries, (command, rig) => {
    if (command === 'endlogs') end()
    if (command !== 'logs') return
    xml = instanceXml(rig.tree.subtrees, rig.library)
    const now = (): number => rig.usec()
    const log = new BtLogWriter({ xml, now, write: (bytes) => btlog.push(bytes) })
    const chrome = new ChromeTraceWriter({
      now,
      write: (piece) => trace.push(piece),
      pid: 26462,
      tid: -1513084480,
    })
    const leave = [rig.tree.observe(log), rig.tree.observe(chrome)]
    end = () => {
      for (const stop of leave) stop()
      chrome.end()
    }
  })
  replay.run()
  return { btlog: new Uint8Array(Buffer.concat(btlog)), trace: trace.join(''), xml }
}

describe('logs of the same ticks as the reference wrote', () => {
  const { btlog, trace, xml } = written()

  it('.btlog: the same magic, length, tree and records, but for the times', () => {
    const { log, problems } = readBtLog(btlog, 'tiny.btlog')
    expect(problems).toEqual([])
    expect(log?.xml).toBe(xml)
    expect(Buffer.from(btlog.subarray(0, 19)).toString('hex')).toBe(golden.magic)
    const theirs = readTransitions(new Uint8Array(Buffer.from(golden.records.join(''), 'hex')))
    const plain = ({ uid, status }: { uid: number; status: number }): number[] => [uid, status]
    expect(theirs).toHaveLength(18)
    expect(log?.transitions.map(plain)).toEqual(theirs.map(plain))
    expect(log?.startUsec).toBeGreaterThan(0)
  })

  it('Chrome trace: the same text, but for the times', () => {
    const timeless = (json: string): string => json.replace(/"ts":\d+/g, '"ts":0')
    expect(timeless(trace)).toBe(timeless(golden.trace))
  })
})
