import { Command } from 'commander'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCriticBench } from '../../lab/bench/critic/critic-bench.js'
import { examineEpisode, type Examined, type ShownEpisode } from '../../lab/bench/critic/examine.js'
import { figuresOf } from '../../lab/bench/critic/figures.js'
import { barsOf, pageOf } from '../../lab/bench/critic/page.js'
import { reliabilitySvg } from '../../lab/bench/critic/reliability-svg.js'
import { sectionsOf } from '../../lab/bench/critic/run-critic-bench.js'
import type { Frame } from '#learning/ports.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'
import { answerText, scripted } from './support/scripted.js'
import { evidence, ONE_TRIP, ONE_TRIP_RAN, robotAt, trace } from './support/trace.js'

let frame: Frame
beforeAll(async () => {
  frame = await picture(sceneAtStart(['0000', '0000', '0000', '0000']))
})

const one = (change: Partial<Examined>): Examined => ({
  mode: 'final',
  truth: [],
  claimed: [],
  said: [],
  nodes: [],
  c: 0.9,
  s: 0,
  alarm: false,
  unavailable: false,
  logit: 2,
  hidden: 0,
  differ: 0,
  astray: false,
  ms: 10,
  ...change,
})

describe('figures', () => {
  const examined = [
    one({
      truth: ['grasp@1', 'shelf'],
      claimed: ['grasp@1', 'timing'],
      said: ['grasp@1'],
      nodes: [true],
      alarm: true,
    }),
    one({ truth: [], claimed: ['placement'], said: [], ms: 30 }),
    one({ truth: [], claimed: ['placement'], said: ['placement'], alarm: true, ms: 20 }),
  ]

  test('recall and precision before and after grounding, clean and faulty moments, alarms, time', () => {
    const figures = figuresOf(examined)
    expect(figures.before).toMatchObject({ recall: 1 / 2, precision: 1 / 4, faulty: 1, clean: 0 })
    expect(figures.after).toMatchObject({ recall: 1 / 2, precision: 1 / 2, faulty: 1, clean: 1 / 2 })
    expect(figures).toMatchObject({ attribution: 1, attributed: 1, alarmWhenFaulty: 1, alarmWhenClean: 0.5 })
    expect(figures).toMatchObject({ p50Ms: 20, p90Ms: 30 })
    // right once in three at c = 0.9
    expect(figures.ece).toBeCloseTo(0.9 - 1 / 3, 12)
    expect(Object.keys(figures.perImpact)).toEqual(['placement', 'grasp', 'shelf'])
  })

  test('nothing examined is no figure, and meets no bar', () => {
    const figures = figuresOf([])
    expect([figures.after.recall, figures.ece, figures.attribution, figures.p50Ms]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(barsOf([{ name: 'none', figures }]).some(({ met }) => met)).toBe(false)
  })

  test('the page tells each look, the bars and what was missed; FINAL can be counted alone', () => {
    const byLook = new Map([
      ['nominal', examined],
      ['light', [one({ mode: 'intermediate' })]],
    ])
    const page = pageOf('title', sectionsOf(byLook))
    for (const text of ['| all', '| nominal', '| light', '≥ 0.90', 'NO']) expect(page).toContain(text)
    expect(sectionsOf(byLook, 'final').map(({ figures }) => figures.moments)).toEqual([3, 3, 0])
  })

  test('the diagram names every curve and escapes what it prints', () => {
    const { reliability: bins, ece } = figuresOf(examined)
    const svg = reliabilitySvg('a < b', [{ name: 'x & y', bins, ece }])
    expect(svg).toContain('a &lt; b')
    expect(svg).toContain('x &amp; y, ECE 0.567')
    expect(svg).not.toContain('NaN')
  })
})

test('an episode is shown in order, with the memory of one; keys, nodes and both turns are told apart', async () => {
  const world = evidence({ 1: '0000', 2: '1111' }, robotAt(MAP.home.at.x, MAP.home.at.y))
  const moment = { frame, camera: CAMERA, endReason: 'tree-success', evidence: world }
  const episode: ShownEpisode = {
    map: MAP,
    doc: ONE_TRIP,
    moments: [
      { ...moment, mode: 'initial', step: 0, trace: [], evidence: undefined, truth: [] },
      {
        ...moment,
        mode: 'final',
        step: 0,
        trace: trace(ONE_TRIP_RAN),
        truth: [{ key: 'coverage@3', nodePath: null }],
      },
    ],
  }
  const { model } = scripted(
    answerText(),
    answerText({ z3: 'blue blue blue blue coverage s0.20', robot: 'elsewhere final-position s0.50' }),
    answerText({ z3: 'blue blue blue blue coverage s0.20' }),
  )
  let clock = 0
  const [initial, final] = await examineEpisode(episode, model, 'facts', () => (clock += 5))
  expect(initial).toMatchObject({ mode: 'initial', truth: [], said: [], ms: 5 })
  expect(final).toMatchObject({
    truth: ['coverage@3'],
    claimed: ['final-position', 'coverage@3'],
    said: ['coverage@3'],
    nodes: [],
  })
})

test('a folder that is no set is refused with what was expected, and asks for no model', async () => {
  const program = new Command().exitOverride()
  const codes: number[] = []
  addCriticBench(program, (code) => codes.push(code))
  await program.parseAsync(['critic', '--data', 'test/critic'], { from: 'user' })
  expect(codes).toHaveLength(1)
  expect(codes[0]).not.toBe(0)
})
