import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import type { FinishedRun } from '../../lab/bench/vrl/workers/runs-log.js'
import { bars } from '../../lab/bench/vrl/figures/bars.js'
import { benchFigures, WORTH } from '../../lab/bench/vrl/figures/bench-figures.js'
import type { EpisodeRow } from '../../lab/bench/vrl/play/row.js'
import { benchJson } from '../../lab/bench/vrl/report/bench-json.js'
import { episodesCsv } from '../../lab/bench/vrl/report/csv.js'
import { curveSvg } from '../../lab/bench/vrl/report/curve-svg.js'
import { createProgress } from '../../lab/bench/progress.js'
import { benchTable } from '../../lab/bench/vrl/report/table.js'
import { configurations } from '../../lab/bench/vrl/settings/configuration.js'
import { settle } from '../../lab/bench/vrl/settings/settings.js'
import { fieldToJson } from '#app/run-folder/field-manifest.js'
import { benchmarkField } from '../simulation/support/field.js'

const rows = configurations({ blockInfo: 'both' })
const { settings, hash } = settle({
  fields: ['A', 'B'].map((id) => {
    const setup = benchmarkField()
    return fieldToJson({ ...setup, map: { ...setup.map, id } })
  }),
  seeds: [1, 2, 3],
  episodes: 10,
  configurations: rows.ok ? rows.value : [],
  models: [],
  best: {},
})

/** Points of episode e of a configuration: each row of the table is `step` better than the one before, plus shared luck. */
const LEVEL: Readonly<Record<string, number>> = {
  'do-nothing': 0,
  none: 20,
  shipped: 90,
  'shipped+blockinfo': 99,
  'scripted:none': 5,
  'scripted:7b': 15,
  'scripted:3b-ft': 30,
  'scripted:gemini': 60,
  'scripted:gemini+blockinfo': 80,
  attainable: 100,
}

function madeUp(level: Readonly<Record<string, number>> = LEVEL): FinishedRun[] {
  return settings.configurations.flatMap(({ name, critic }) =>
    ['A', 'B'].flatMap((field) =>
      settings.seeds.map((seed) => {
        const luck = stream('made up', field, seed)
        const run: readonly EpisodeRow[] = Array.from({ length: 10 }, (_, i) => {
          const heard = critic.kind !== 'none'
          const shared = Math.round(40 * luck.normal())
          return {
            episode: i + 1,
            score: (level[name] ?? 0) + shared,
            seconds: 60,
            endReason: 'tree-success',
            decision: 'edited',
            edits: 1,
            refusedEdits: 0,
            reports: heard ? 6 : 0,
            alarms: heard && i < 5 ? 3 : 0,
            finalAlarm: heard && i < 4,
            reasons: heard && i < 5 ? { severity: 3 } : {},
            severity: heard ? 0.5 : null,
            judged: heard
              ? [
                  {
                    mode: 'final',
                    c: 0.8,
                    real: 4,
                    detected: 3,
                    claimed: 4,
                    claimedFirst: 5,
                    detectedFirst: 3,
                  },
                ]
              : [],
          }
        })
        return { configuration: name, field, seed, rows: run }
      }),
    ),
  )
}

const runs = madeUp()
const figures = benchFigures(settings, runs)

describe('the figures of a bench', () => {
  it('attained is the mean score over the attainable mean of the same fields and seeds', () => {
    const scores = (name: string) =>
      runs.filter((r) => r.configuration === name).map((r) => r.rows[2]?.score ?? 0)
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
    const row = figures.rows.find(({ configuration }) => configuration.name === 'shipped')
    expect(row?.attained[2]?.mean).toBeCloseTo(sum(scores('shipped')) / sum(scores('attainable')), 12)
  })

  it('IDR, precision and calibration are the ratios of the sums', () => {
    const critic = figures.rows.find(({ configuration }) => configuration.name === 'shipped')?.critic
    expect(critic).toMatchObject({ idr: 0.75, precision: 0.75, precisionBefore: 0.6 })
    expect(critic?.alarms.perCall).toEqual({ all: 0.25, firstThree: 0.5, lastThree: 0 })
    expect(critic?.alarms.final).toEqual({ all: 0.4, firstThree: 1, lastThree: 0 })
    expect(critic?.alarms.perEpisode.all).toBe(0.5)
    // never right, and 80 % sure of it
    expect(critic?.ece).toBeCloseTo(0.8, 12)
    expect(critic?.confidence.mean).toBeCloseTo(0.8, 12)
  })

  it('neighbours are compared in pairs, so that luck which they share leaves no spread', () => {
    const step = figures.steps.find(({ lower, upper }) => lower === 'none' && upper === 'shipped')
    expect(step?.all).toMatchObject({ mean: 70, n: 6 })
    expect(step?.all?.half).toBeCloseTo(0, 9)
    const ladders = figures.steps.filter(({ ladder }) => ladder !== WORTH)
    expect(ladders.map(({ upper }) => upper)).toEqual([
      'shipped',
      'shipped+blockinfo',
      'scripted:7b',
      'scripted:3b-ft',
      'scripted:gemini',
      'scripted:gemini+blockinfo',
    ])
  })

  it('does not depend on the order in which runs ended', () => {
    expect(benchFigures(settings, runs.toReversed()).rows).toEqual(figures.rows)
  })
})

describe('the bars', () => {
  const results = (all: readonly FinishedRun[]) =>
    new Map(bars(benchFigures(settings, all)).map(({ what, met }) => [what, met]))

  it('are met by figures in the right order', () => {
    const order = [...results(runs)].filter(([what]) => what.includes(' < '))
    expect(order).toHaveLength(12)
    expect(order.filter(([, met]) => !met)).toEqual([])
  })

  it('are not met when two neighbours change places, nor when they are equal', () => {
    const swapped = results(madeUp({ ...LEVEL, 'scripted:7b': 30, 'scripted:3b-ft': 15 }))
    expect(swapped.get('scripted:7b < scripted:3b-ft, over all episodes')).toBe(false)
    const equal = results(madeUp({ ...LEVEL, shipped: 20 }))
    expect(equal.get('none < shipped, over all episodes')).toBe(false)
    expect(equal.get('shipped < shipped+blockinfo, over the last three')).toBe(true)
  })

  it('attained bars follow the figure', () => {
    expect(results(runs).get('shipped: attained by episode 3')).toBe(true)
    expect(results(madeUp({ ...LEVEL, shipped: 20 })).get('shipped: attained by episode 3')).toBe(false)
  })
})

describe('what is written', () => {
  const csv = episodesCsv(runs, () => 100)

  it('the CSV has one line an episode, as many cells in each, and the same bytes again', () => {
    const lines = csv.trimEnd().split('\n')
    expect(lines).toHaveLength(1 + runs.length * 10)
    expect(new Set(lines.map((line) => line.split(',').length)).size).toBe(1)
    expect(csv).not.toMatch(/NaN|undefined|null/)
    expect(episodesCsv(madeUp(), () => 100)).toBe(csv)
  })

  it('a name with a comma or a quote stays one cell', () => {
    const [first] = runs as [FinishedRun]
    const text = episodesCsv([{ ...first, configuration: 'recorded:a,"b"' }], () => 1)
    expect(text.split('\n')[1]?.startsWith('"recorded:a,""b""",A,1,1,')).toBe(true)
  })

  it('the curve is well-formed SVG with a curve for each row, dashed for scripted ones, and no broken number', () => {
    const svg = curveSvg(figures, 'a <title> & more')
    expect(XMLValidator.validate(svg)).toBe(true)
    const { svg: root } = new XMLParser({ ignoreAttributes: false }).parse(svg) as { svg: { g: unknown[] } }
    expect(root.g).toHaveLength(settings.configurations.length)
    expect(svg.match(/stroke-dasharray="7 4"/g)).toHaveLength(2 * 5)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('the names in the curve do not cover each other', () => {
    const svg = curveSvg(figures, 'title')
    const texts = svg.matchAll(/<text x="\d+" y="([\d.]+)" fill="#222222">/g)
    const ys = [...texts].map(([, y]) => Number(y))
    const sorted = ys.toSorted((a, b) => a - b)
    expect(sorted).toHaveLength(settings.configurations.length)
    expect(Math.min(...sorted.slice(1).map((y, i) => y - (sorted[i] ?? 0)))).toBeGreaterThan(12)
  })

  it('the table names every row, says which figures are an input, and prints missed bars as such', () => {
    const passed = bars(benchFigures(settings, madeUp({ ...LEVEL, shipped: 20 })))
    const text = benchTable(settings, hash, figures, passed)
    for (const { name } of settings.configurations.filter(({ blockInfo }) => !blockInfo))
      expect(text).toContain(`| ${name} `)
    expect(text).toContain('scripted profile: quality is an input')
    expect(text).toContain(hash)
    expect(text).toMatch(/none < shipped, over all episodes +\|.*\| NO /)
    expect(text).not.toMatch(/NaN|undefined/)
  })

  it('says in which rows people were told of a first picture, and in none where nobody was', () => {
    expect(benchTable(settings, hash, figures, [])).not.toContain('First pictures')
    const runs = madeUp().map((run) =>
      run.configuration === 'shipped' && run.field === 'A'
        ? { ...run, rows: run.rows.map((row, i) => (i === 0 ? { ...row, reasons: { picture: 1 } } : row)) }
        : run,
    )
    const text = benchTable(settings, hash, benchFigures(settings, runs), [])
    expect(text).toContain('First pictures that are not as they should be')
    expect(text).toContain(': shipped 3×.')
    expect(episodesCsv(runs, () => 100).split('\n')[0]).toContain(',alarms_picture,')
  })

  it('the JSON has a row for each configuration with the promised keys', () => {
    const json = JSON.parse(JSON.stringify(benchJson(settings, hash, figures, bars(figures)))) as {
      rows: Record<string, unknown>[]
    }
    expect(json.rows).toHaveLength(settings.configurations.length)
    const told = json.rows.find((row) => row['critic'] === 'shipped' && row['blockInfo'] === true)
    expect(told).toMatchObject({ actor: 'model', scripted: false, idr: 0.75, precision: 0.75, ece: 0.8 })
    expect(told?.['episodes']).toHaveLength(10)
    for (const key of ['attained3', 'attained10', 'alarmRate', 'alarmFirst3', 'alarmLast3'])
      expect(typeof told?.[key]).toBe('number')
  })
})

describe('the progress of a bench', () => {
  it('goes by what is left of this call: runs of before took no time', () => {
    const said: string[] = []
    let t = 0
    const progress = createProgress(100, 90, { write: (text) => said.push(text) }, () => t)
    for (let i = 0; i < 10; i++) {
      t += 1000
      progress.step('x')
    }
    progress.done()
    expect(said).toEqual(['100 of 100 runs, 0 s left  x\n'])
  })
})
