import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change, Hello, LogLine, PageStatus, Sample } from '#service/dashboard/live/messages.js'
import { StatusDiffer } from '#service/dashboard/live/status-patch.js'
import { PARTS, treeParts } from './status-source.js'

/** the browser's side of it, loaded as the browser does */
const page = (await import(
  new URL('../../src/service/dashboard/page/state.js', import.meta.url).href
)) as PageState

interface PageState {
  begin(hello: Hello, now: number): { readonly snapshot: PageStatus; readonly log: readonly LogLine[] }
  apply(
    state: unknown,
    change: Change,
    now: number,
  ): { readonly state: ReturnType<PageState['begin']>; readonly changed: Set<string> }
  silenceOf(state: unknown, now: number): number | null
  joined(before: readonly Sample[], after: readonly Sample[]): readonly Sample[]
}

const base = (at: number): PageStatus => ({ at, uptimeMs: at, version: '1', seq: at, ...PARTS, alarms: [] })
const hello = (serviceStatus: PageStatus): Hello => ({
  snapshot: serviceStatus,
  log: [],
  pose: null,
  picture: null,
  samples: [],
})

/** what may happen between two messages */
const STEP = fc.record(
  {
    mode: fc.constantFrom('SAFE', 'ARMED', 'RUNNING'),
    activity: fc.constantFrom('idle', 'running', 'learning'),
    tree: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 21 }).map(treeParts), otherTree()),
    facts: fc.array(fc.record({ subject: fc.string(), text: fc.string() }), { maxLength: 3 }),
    disk: fc.option(fc.record({ freeBytes: fc.nat(), usedBytes: fc.nat(), state: fc.constant('ok') })),
  },
  { requiredKeys: [] },
)

function otherTree() {
  return fc.integer({ min: 0, max: 21 }).map((running) => {
    const tree = treeParts(running)
    return tree === null ? null : { ...tree, hash: 'ab'.repeat(32), nodes: tree.nodes.slice(0, 12) }
  })
}

it('a link is lost since the service noticed it, however late the page was opened', () => {
  const now = base(90_000)
  const { link } = now
  const opened = (changed: object) => page.begin(hello({ ...now, link: { ...link, ...changed } }), 1000)
  expect(page.silenceOf(opened({ status: 'lost', silentMs: 0, lostAt: 30_000 }), 3000)).toBe(62_000)
  expect(page.silenceOf(opened({ status: 'lost', silentMs: 500 }), 3000)).toBe(2500)
  expect(page.silenceOf(opened({ status: 'up', silentMs: null }), 3000)).toBeNull()
})

describe('snapshots by patches', () => {
  it('joins samples by a clock that only goes on: what it was set away from is left out', () => {
    const sample = (at: number): Sample => ({ at, score: null, link: null, late: null })
    const joined = (before: readonly number[], after: readonly number[]): number[] =>
      page.joined(before.map(sample), after.map(sample)).map(({ at }) => at)
    expect(joined([1, 2], [3])).toEqual([1, 2, 3])
    expect(joined([1, 2, 3], [2, 3, 4])).toEqual([1, 2, 3, 4])
    expect(joined([3_600_000], [5])).toEqual([5])
    expect(joined([1, 2], [3_600_000])).toEqual([3_600_000])
  })

  it('a page that applies all patches knows what the service knows', () => {
    let patches = 0
    fc.assert(
      fc.property(
        fc.array(fc.tuple(STEP, fc.integer({ min: 100, max: 1500 })), { maxLength: 12 }),
        (steps) => {
          const differ = new StatusDiffer()
          let serviceStatus = base(0)
          differ.next(serviceStatus)
          let state: unknown = page.begin(hello(serviceStatus), 0)
          for (const [step, ms] of steps) {
            serviceStatus = {
              ...serviceStatus,
              ...(step as Partial<PageStatus>),
              at: serviceStatus.at + ms,
            }
            const patch = differ.next(serviceStatus)
            if (patch === undefined) continue
            patches++
            state = page.apply(state, JSON.parse(JSON.stringify({ patch })) as Change, 0).state
          }
          // ages and counters wait for their second
          serviceStatus = { ...serviceStatus, at: serviceStatus.at + 1000 }
          const last = differ.next(serviceStatus)
          if (last !== undefined) state = page.apply(state, { patch: last }, 0).state
          const { snapshot: known } = state as { snapshot: PageStatus }
          expect({ ...known, uptimeMs: 0, seq: 0 }).toEqual({ ...serviceStatus, uptimeMs: 0, seq: 0 })
        },
      ),
    )
    expect(patches).toBeGreaterThanOrEqual(200)
  })

  it('sends of a running tree the statuses that changed, not the tree', () => {
    const differ = new StatusDiffer()
    differ.next({ ...base(0), tree: treeParts(6) })
    const patch = differ.next({ ...base(100), tree: treeParts(8) })
    expect(patch?.tree).toBeUndefined()
    expect(patch?.nodes).toEqual([
      [6, 'SUCCESS'],
      [7, 'RUNNING'],
      [8, 'RUNNING'],
    ])
  })

  it('tells ages once a second, and a change of state at once', () => {
    const differ = new StatusDiffer()
    const link = (silentMs: number, status: 'up' | 'lost' = 'up'): Partial<PageStatus> => ({
      link: { status, device: null, silentMs, counters: null, controller: null, degraded: 0, last: '' },
    })
    differ.next({ ...base(0), ...link(0) })
    expect(differ.next({ ...base(100), ...link(20) })).toBeUndefined()
    expect(differ.next({ ...base(200), ...link(250, 'lost') })?.link?.status).toBe('lost')
    expect(differ.next({ ...base(300), ...link(350, 'lost') })).toBeUndefined()
    expect(differ.next({ ...base(1200), ...link(1250, 'lost') })?.link?.silentMs).toBe(1250)
  })

  it('a page takes no line of the log twice', () => {
    const line = (seq: number): LogLine => ({ seq, at: 0, level: 'info', source: 'x', text: String(seq) })
    const state = page.begin({ ...hello(base(0)), log: [line(1), line(2)] }, 0)
    const change: Change = { patch: { at: 1, uptimeMs: 1, seq: 3 }, log: [line(2), line(3)] }
    expect(page.apply(state, change, 0).state.log.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })
})
