import { describe, expect, it } from 'vitest'
import { formatDiagnostic, formatRef, type Diagnostic } from '#base/diagnostic.js'
import { loadTask } from '#worlds/task/load-task.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { world, worldText } from '../data/worlds.js'

const service = world('service')

const GOOD = `task: fetch
text: Bring me the milk.
world: service
start:
  location( mug ): sink
  open(fridge): true
goals:
  - { text: the milk is on the sofa, holds: location(milk) = sofa }
  - location(mug) = start(location(mug))
never:
  - { text: 'the {?x} is on the floor', holds: blocked(sink) }
sometime: [at = sink]
before:
  - { text: the book first, first: held(book), then: held(milk) }
preferences:
  - { text: the fridge is closed, holds: not open(fridge), penalty: 2.5 }
score:
  - { label: milk, points: 10, holds: location(milk) = sofa }
  - { label: things on the sofa, points: 1, count: 'count ?i in item (location(?i) = sofa)' }
perSecond: -0.1
limitSeconds: 60
overLimit: -5
minds:
  - { text: the cupboard stands open, holds: open(cupboard) }
`.replace('{?x}', 'sink')

/** One change → the one problem that it must cause, word for word. */
const SINGLE: readonly (readonly [change: readonly [string, string], golden: string])[] = [
  [['goals:', 'goal:'], `t.yaml:7:1: error task.unknown-key: the file has no key "goal"
  expected: task, text, world, start, goals, never, sometime, before, preferences, score, perSecond, limitSeconds, overLimit, minds
  got:      goal
  hint:     did you mean goals?`],
  [['location( mug )', 'location(mag)'], `t.yaml:5:3: error task.unknown-fact: there is no fact "location(mag)"
  expected: at, location(water_glass), location(mug), location(plate), location(book), location(apple) and 15 more
  got:      "location(mag)"
  hint:     did you mean location(mug)?`],
  [['mug ): sink', 'mug ): sinc'], `t.yaml:5:20: error task.initial-value: location( mug ) cannot be "sinc"`.replace('( mug )', '(mug)')],
  [['world: service', 'world: servant'], `t.yaml:3:8: error task.other-world: the task is for another world
  expected: service
  got:      "servant"`],
  [['[at = sink]', '[at = sinc]'], `t.yaml:12:17: error task.unknown-name: nothing is called "sinc"
  expected: an object, state variable, constant or definition
  got:      sinc
  hint:     did you mean sink?`],
  [['penalty: 2.5', 'penalty: -1'], `t.yaml:16:69: error task.type: preferences[0].penalty has an invalid value
  expected: a number from 0 to 1000000
  got:      -1`],
  [['points: 10, holds: location(milk) = sofa', 'points: 10'], `t.yaml:18:5: error task.score-rule: the rule "milk" has no formula
  expected: holds: for points once, or count: for points for each`],
  [["'count ?i in item (location(?i) = sofa)'", 'at'], `t.yaml:19:52: error task.not-a-number: at is no number
  expected: a formula whose value is a number, such as count ?i in item (…)
  got:      a place`],
  [['limitSeconds: 60\n', ''], `t.yaml:21:1: error task.no-limit: overLimit says what a late task costs, and nothing says when it is late
  expected: limitSeconds: beside it`],
  [['at = sink]', 'was(at) = sink]'], `t.yaml:12:12: error task.was-here: was(…) speaks of the time before a command, which is only over in expected:
  expected: was only in expected:, and not inside another
  got:      was(at)`],
  [['start(location(mug))', 'start(location(mug), at)'], `t.yaml:9:21: error task.arity: start takes 1 argument, not 2
  expected: start(…)
  got:      start(location(mug), at)`],
] // prettier-ignore

describe('loadTask', () => {
  it('loads every key that there is', () => {
    const task = loadTask(GOOD, 't.yaml', service)
    expect(task.ok ? [] : task.error.map(formatDiagnostic)).toEqual([])
    expect(task.ok && [...task.value.start]).toEqual([
      ['location(mug)', 'sink'],
      ['open(fridge)', true],
    ])
    expect(task.ok && task.value.time).toEqual({ perSecond: -0.1, limitSeconds: 60, overLimit: -5 })
  })

  it.each(SINGLE)('%s is the one problem, at its place', ([from, to], golden) => {
    expect(GOOD).toContain(from)
    const problems = problemsOf(GOOD.replace(from, () => to))
    expect(problems).toHaveLength(1)
    expect(problems.map(formatDiagnostic).join('\n').slice(0, golden.length)).toBe(golden)
  })

  it('reports every mistake at once, each with a place', () => {
    const text = GOOD.replace('= sofa }', '= sofas }')
      .replace('held(book)', 'hold(book)')
      .replace('held(milk)', 'milk')
    const problems = problemsOf(text)
    expect(problems.map(({ code }) => code)).toEqual([
      'task.unknown-name',
      'task.unknown-name',
      'task.not-a-formula',
    ])
    expect(problems.map(({ where }) => where && formatRef(where))).toEqual([
      't.yaml:8:62',
      't.yaml:14:36',
      't.yaml:14:54',
    ])
  })

  it('start(…) belongs to tasks: a world file cannot use it', () => {
    const text = worldText('service').replace('holds: at = ?container', 'holds: start(at) = ?container')
    const loaded = parseDomainText(text, 'w.yaml')
    expect(loaded.ok ? [] : loaded.error.map(({ code }) => code)).toEqual(['domain.start-here'])
    expect(loadTask('task: a\ntext: b\ngoals: [start(at) = at]\n', 't.yaml', service).ok).toBe(true)
  })
})

function problemsOf(text: string): readonly Diagnostic[] {
  const loaded = loadTask(text, 't.yaml', service)
  return loaded.ok ? [] : loaded.error
}
