import { describe, expect, it } from 'vitest'
import { summarise } from '#learning/curve.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { render } from '#report/html.js'
import type { RunData } from '#report/run-data.js'
import { alarmsOfRun } from '#learning/alarms.js'
import { criticSection } from '#report/sections/critic.js'
import { overview } from '#report/overview/overview.js'
import { believedMaps, mapGround, mapOfRun } from '#report/sections/world-maps.js'
import { closingLines } from '#terminal/closing.js'
import { episodeLine, headLines } from '#terminal/lines.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import { NO_PAINT } from '#terminal/paint.js'
import { fixtureRecords, manifestOf } from './fixture.js'

/** The fixture as if it had happened in a world of its own, behind a driver that only pretends. */
const records = fixtureRecords().map((record): EpisodeRecord => {
  const facts = { source: 'sensors', operatingSeconds: 10, start: {}, end: {} } as const
  return {
    ...record,
    facts,
    update: { ...record.update, decision: 'edited', why: 'the twin: a better plan' },
  }
})
const manifest = {
  ...manifestOf(),
  field: { id: 'home/tidy', setup: { world: 'home', task: 'tidy', scenario: 'family' } },
  faults: 'driver',
}
const run: RunData = {
  repeated: [],
  damages: [],
  manifest,
  summary: summarise(records, manifest),
  episodes: records.map((record) => ({
    record,
    trace: [],
    steps: [],
    frames: [],
    notes: [],
    tree: undefined,
    nextTree: undefined,
  })),
}

describe('the report of a run in another world', () => {
  const page = render(overview(run))

  it('says nothing of blocks and fields, and what its driver pretends is not called real', () => {
    expect(page).not.toMatch(/block colours|field, seed|>real</)
    expect(page).toContain('world and task, seed')
    expect(page).toContain('family')
    expect(page).toContain('none but those of its driver')
    expect(headLines(manifest, NO_PAINT).join(' ')).toContain('none but those of its driver')
  })

  it('counts rules of the score and says so, in report and run alike; a field counts blocks', () => {
    const [inWorld] = records as [EpisodeRecord]
    const [onField] = fixtureRecords() as [EpisodeRecord]
    expect(page).toMatch(/>rules met<[^]*>rules broken</)
    expect(page).not.toMatch(/>right<|>correct</)
    expect(episodeLine(inWorld, undefined, NO_PAINT)).toMatch(/\d rules met +\d rules broken/)
    expect(episodeLine(onField, undefined, NO_PAINT)).toMatch(/\d right +\d wrong/)
    const table = closingLines(
      { summary: run.summary, records, reportPath: undefined },
      { paint: NO_PAINT, unicode: false },
    )
    expect(table[1]).toMatch(/seconds +rules met +rules broken +alarms +then/)
  })

  it('names who has edited the tree', () => {
    expect(page).toContain('1 edit by the twin: a better plan')
  })

  it('has no codes of LAGEA', () => {
    const issues = records.flatMap(({ reports }) => reports.flatMap((report) => report.issues))
    const [first] = records.filter(({ reports }) => reports.some((report) => report.issues.length > 0))
    const text = render(criticSection(first as EpisodeRecord, []))
    expect(issues.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/drift_from_goal|wrong_object|failed_grasp/)
  })

  it('shows an alarm of the loop on its own, not on a card of the critic', () => {
    const [told] = records as [EpisodeRecord]
    const stuck = { t: 0, mode: 'final', step: 0, reasons: ['no_progress'], s: 1, c: 1, text: 'it is stuck' }
    const one = { ...told, alarms: [stuck] } as unknown as EpisodeRecord
    const text = render(criticSection(one, alarmsOfRun([one])[0] ?? []))
    const [above = '', ...cards] = text.split('<details class="report"')
    expect(above).toMatch(/alarm: no progress<\/span> it is stuck/)
    expect(cards).toHaveLength(told.reports.length)
    expect(cards.join('')).not.toContain('alarm: ')
  })
})

describe('the report of a run in a world with a map', () => {
  it('shows where things were believed to be at the start and at the end of each episode, and the ground once', () => {
    const at = { x: 0, y: 0, z: 0 }
    const map = {
      areas: [{ label: '<b>yard</b>', objects: [], corners: [at, { x: 2, y: 0 }, { x: 2, y: 1 }] }],
      spots: [{ object: 'table', at }],
      robot: ['at'],
      hands: ['gripper'],
      things: [{ object: 'toy_car', facts: ['location(toy_car)'] }],
      states: [],
    } as unknown as WorldMap
    const setup = { ...(manifest.field.setup as object), map }
    const found = mapOfRun({ field: { id: 'home/tidy', setup } })
    expect(found).toBe(map)
    expect(mapOfRun(manifest)).toBeUndefined()
    expect(mapOfRun(manifestOf())).toBeUndefined()
    expect(render(mapGround(map)).match(/<polygon|<rect/g)).toHaveLength(2)
    const [record] = records as [EpisodeRecord]
    const start = { at: 'table', 'location(toy_car)': 'table' }
    const believed = { start, end: { ...start, 'location(toy_car)': 'gripper' } }
    const page = render(believedMaps({ ...record, facts: { ...record.facts, believed } as never }, map))
    expect(page.match(/<svg[^>]*role="img"[^>]*aria-label="Map: /g)).toHaveLength(2)
    expect(page.match(/<use href="#map-ground"/g)).toHaveLength(2)
    expect(page).toContain('at table: toy car')
    expect(page).toContain('it holds toy car')
    expect(page).toContain('&lt;b&gt;yard')
    expect(page).not.toContain('<b>')
    expect(page.length).toBeLessThan(4000)
    expect(believedMaps(record, map)).toBeNull()
  })
})

describe('the report of an order', () => {
  const [record] = records as [EpisodeRecord]
  const step = { path: '/0', t: 1000, seconds: 2, before: {}, after: {} }
  const tried = [
    { ...step, skill: 'GoTo', args: { place: 'shelf' }, result: 'done' },
    { ...step, skill: 'Pick', args: { box: 'red' }, result: 'exec_fail', text: 'it <slipped>' },
  ] as const
  const setup = { world: 'home', task: 'order', order: 'put the <red> box away' }
  const once = { ...manifest, actor: 'none', field: { id: 'home/order', setup } } as const
  const [first] = run.episodes
  const page = render(
    overview({
      ...run,
      manifest: once,
      episodes: first === undefined ? [] : [{ ...first, record: { ...record, tried } }],
    }),
  )

  it('has what was said and each step that was tried, and neither curve nor score', () => {
    expect(page).toContain('put the &#60;red&#62; box away')
    expect(page).toMatch(/2 steps tried, 1 not done/)
    expect(page).toMatch(/GoTo shelf<[^]*>done</)
    expect(page).toMatch(/Pick red<[^]*>failed: it &#60;slipped&#62;</)
    expect(page).not.toMatch(/class="curve"|gain|first episode|rules met/)
  })
})
