import { beforeEach, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import { LearnedStart } from '#app/world/memory/learned-start.js'
import {
  FactEstimator,
  type RunningCommand,
  type Sensing,
  type Sighting,
} from '#robots/driver/fact-estimator.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadTask } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'
import { UNKNOWN, type Value } from '#worlds/value.js'

const WORLD = `
domain: rooms
text: A robot looks for a mug.
types: { room: [hall, kitchen, study], item: [mug], box: [chest] }
state:
  at: { is: room, start: hall }
  location(item): { is: room, start: unknown }
  open(box): { is: bool, start: unknown }
skills:
  Ask:
    text: ask where a thing is
    ports: { item: item }
    checks: []
    observes: [location(?item)]
    expected: [known(location(?item))]
  Open:
    text: open a box
    ports: { box: box }
    checks: []
    effect: ['open(?box) := true']
    expected: [open(?box)]
`
const TASK = `
task: find
text: Find the mug.
goals: [{ text: the robot is where the mug is, holds: at = location(mug) }]
`

const world = must(parseDomainText(WORLD, 'world.yaml'), 'world')
const domain = withTask(world, must(loadTask(TASK, 'task.yaml', world), 'task'))

let sightings: Sighting[]
let surprises: string[]
let estimator: FactEstimator
/** facts for which the robot has no sensor */
let hidden: readonly string[]
beforeEach(() => {
  sightings = []
  surprises = []
  hidden = []
  const sensing: Sensing = {
    shows: (fact) => !hidden.includes(fact),
    lag: () => ms(500),
    trusts: () => true,
    sourceOf: () => 'sensor',
    pictures: () => false,
  }
  estimator = new FactEstimator(domain, sensing, {
    sighted: (all) => void sightings.push(...all),
    surprised: (all) => void surprises.push(...all.map(({ text }) => text)),
  })
})

const see = (fact: string, value: Value, running?: RunningCommand): void =>
  estimator.observe({ facts: [{ fact, value, confidence: 1, ageMs: 0 }] }, ms(0), running)
const believed = (fact: string): Value | undefined => estimator.belief.facts.get(fact)

function run(skill: string, args: Readonly<Record<string, string>>): RunningCommand {
  const before = estimator.belief.facts
  const [command] = must(domain.intend({ skill, args }, before), skill)
  if (command === undefined) throw new Error('nothing is left to do')
  const { outcomes } = must(domain.judge(before, command), skill)
  return { begun: ms(0), before, outcomes, sees: domain.sees(before, command) }
}

describe('what a step was to observe', () => {
  it('is as the sensors say, whether before or after the driver has said that it is done', () => {
    const early = run('Ask', { item: 'mug' })
    see('location(mug)', 'study', early)
    estimator.conclude(early, estimator.observations, true)
    expect(believed('location(mug)')).toBe('study')
  })

  it('stays unknown when nothing was reported: no value is made up', () => {
    const asked = run('Ask', { item: 'mug' })
    expect(asked.outcomes).toHaveLength(3)
    see('at', 'hall', asked)
    estimator.conclude(asked, 0, true)
    expect(believed('location(mug)')).toBe(UNKNOWN)
  })

  it('and what a step itself does is believed where no sensor is there for it', () => {
    hidden = ['open(chest)']
    estimator.conclude(run('Open', { box: 'chest' }), 0, true)
    expect(believed('open(chest)')).toBe(true)
  })

  it('but not where the sensor that is there for it says nothing, or said it before', () => {
    const opened = run('Open', { box: 'chest' })
    const before = believed('open(chest)')
    see('open(chest)', true)
    const since = estimator.observations
    estimator.conclude(run('Open', { box: 'chest' }), since, true)
    expect(believed('open(chest)')).toBe(true)
    estimator.restart()
    estimator.conclude(opened, since, true)
    expect(believed('open(chest)')).toBe(before)
    see('open(chest)', true, opened)
    estimator.conclude(opened, since, true)
    expect(believed('open(chest)')).toBe(true)
  })
})

describe('what a run learns of the start', () => {
  const learned = (facts: Readonly<Record<string, Value>> = {}) => {
    const start = new LearnedStart(domain, facts)
    start.learn(sightings)
    return start.learned
  }

  it('a fact that nobody knew and that was seen, which is no surprise', () => {
    see('location(mug)', 'study', run('Ask', { item: 'mug' }))
    expect(surprises).toEqual([])
    expect(learned()).toEqual({ 'location(mug)': 'study' })
  })

  it('not what a step has brought about, although nobody knew it before', () => {
    see('open(chest)', true, run('Open', { box: 'chest' }))
    expect(believed('open(chest)')).toBe(true)
    expect(learned()).toEqual({})
  })

  it('the first that was seen: later it may have been moved', () => {
    see('location(mug)', 'study')
    see('location(mug)', 'kitchen')
    expect(surprises).toEqual(['location(mug) was study and is kitchen'])
    expect(learned()).toEqual({ 'location(mug)': 'study' })
  })

  it('what a task says and is not so, once it is seen elsewhere; never where a thing is not', () => {
    see('at', 'hall')
    see('location(mug)', 'unknown')
    expect(learned()).toEqual({})
    const start = new LearnedStart({ start: new Map([['location(mug)', 'hall']]) })
    const missed: Sighting = { fact: 'location(mug)', believed: 'hall', seen: UNKNOWN }
    start.learn([missed])
    expect(start.learned).toEqual({})
    start.learn([missed, { fact: 'location(mug)', believed: UNKNOWN, seen: 'study' }])
    expect(start.learned).toEqual({ 'location(mug)': 'study' })
  })

  it('what was learned and is not so any more is unknown again, where the task did not know it', () => {
    const start = new LearnedStart(domain, { 'location(mug)': 'study' })
    start.learn([{ fact: 'location(mug)', believed: 'study', seen: UNKNOWN }])
    expect(start.learned).toEqual({})
    expect(start.start.get('location(mug)')).toBe(UNKNOWN)
  })
})
