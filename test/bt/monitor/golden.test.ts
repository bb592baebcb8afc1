import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import { readTransitions } from '#bt-tools/monitor/transitions.js'
import { goldenTree } from './support/golden-tree.js'
import { Replay, UUID, type Entry, type Outcome } from './support/replay.js'

const golden = (name: string): string => readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8')

const entries = golden('vectors.jsonl')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Entry)

/**
 * Bytes that differ from the reference's, each with its reason. Everything else is equal, but for what no two runs
 * share: UUIDs, times, and the random ids of publications.
 */
const DIFFERS: Readonly<Record<string, string>> = {
  full_tree: 'descriptions of ports are in our own words',
  ext_full_tree: 'descriptions of ports are in our own words',
  unlock_bad_json: "where our JSON reader stopped is not the reference's wording",
}

const replay = new Replay(entries, () => undefined)
replay.run()
const nameOf = ({ entry }: Outcome): string => (entry.op === 'request' ? entry.name : entry.op)

describe('Groot2: the recorded conversation with BehaviorTree.CPP 4.10', () => {
  it('is replayed to its end: 99 entries', () => {
    expect(replay.outcomes).toHaveLength(99)
    const ops = ['request', 'executor', 'published', 'silence']
    const counts = ops.map((op) => [op, replay.outcomes.filter(({ entry }) => entry.op === op).length])
    expect(Object.fromEntries(counts)).toEqual({
      request: 63,
      executor: 28,
      published: 6,
      silence: 2,
    })
  })

  it('is the same byte for byte in 96 entries, and differs in 3 for a reason', () => {
    const differing = replay.outcomes.filter((outcome) => !same(outcome)).map(nameOf)
    expect(differing).toEqual(Object.keys(DIFFERS).sort((a, b) => order(a) - order(b)))
    expect(replay.outcomes.length - differing.length).toBe(96)
  })

  it.each(['full_tree', 'ext_full_tree'])('%s differs in nothing but the descriptions', (name) => {
    const outcome = replay.outcomes.find((candidate) => nameOf(candidate) === name)
    const ours = Buffer.from(outcome?.ours[1] ?? '', 'hex').toString()
    expect(withoutDescriptions(ours)).toBe(golden('tree.xml'))
  })

  it('an unlock that is no JSON is an error with the code that the reference gives', () => {
    const outcome = replay.outcomes.find((candidate) => nameOf(candidate) === 'unlock_bad_json')
    const [ours, theirs] = [outcome?.ours, outcome?.golden].map((frames) =>
      (frames ?? []).map((frame) => Buffer.from(frame, 'hex').toString().slice(0, 44)),
    )
    expect(ours).toEqual(theirs)
  })
})

describe('XML writer', () => {
  it('writes the tree without metadata and built-in models as the reference does', () => {
    const { tree, library } = goldenTree(false)
    const plain = instanceXml(tree.subtrees, library, { metadata: false, builtins: false })
    expect(withoutDescriptions(plain)).toBe(golden('tree-plain.xml'))
  })
})

function same({ entry, ours, golden: theirs }: Outcome): boolean {
  const [a, b] = [ours, theirs].map((frames) => JSON.stringify(masked(entry, frames)))
  return a === b
}

/** Without what no two runs share. */
function masked(entry: Entry, frames: readonly string[]): unknown[] {
  const [head = '', payload] = frames
  if (entry.op === 'published') return [head.slice(0, 4), payload]
  // 22 bytes: a reply that is no error
  if (entry.op !== 'request' || head.length !== 44) return [...frames]
  const uuidIsThere = head.slice(12) === Buffer.from(UUID).toString('hex') || head.slice(12).length === 32
  return [
    head.slice(0, 12),
    uuidIsThere,
    payload === undefined ? 'none' : maskedPayload(head.slice(2, 4), payload),
  ]
}

function maskedPayload(type: string, hex: string): unknown {
  const bytes = new Uint8Array(Buffer.from(hex, 'hex'))
  if (type === '72') return Buffer.from(bytes).toString().replace(/^\d+$/, 'time')
  if (type !== '74') return hex
  const transitions = readTransitions(bytes)
  const times = transitions.map(({ usec }) => usec)
  const inOrder = times.every((usec, i) => usec >= (times[i - 1] ?? 0))
  return { inOrder, transitions: transitions.map(({ uid, status }) => [uid, status]) }
}

const order = (name: string): number =>
  entries.findIndex((entry) => entry.op === 'request' && entry.name === name)

const withoutDescriptions = (xml: string): string =>
  xml.replace(/<(input_port|output_port|inout_port)([^>]*[^/])>[^<]*<\/\1>/g, '<$1$2/>')
