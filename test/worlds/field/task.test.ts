import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { stream } from '#base/random.js'
import { score } from '#learning/field-score.js'
import { readTableI, SCORE_LABELS, tableI } from '#learning/field/table-i.js'
import { sensedOutcome } from '#runtime/field/sensed-outcome.js'
import { readScoreTable } from '#worlds/task/score-table.js'
import { scoreOf } from '#worlds/task/score.js'
import { anyBelief } from './beliefs.js'
import { domain, map, task, textOf } from './documents.js'
import { sharedFacts } from './shared-facts.js'

const file = textOf('task.yaml')
const labels = Object.values(SCORE_LABELS)

/** What is said of the task file with one text in it replaced. */
function said(what: string, by: string): string {
  expect(file.split(what)).toHaveLength(2)
  const table = readScoreTable(file.replace(what, by), 'task.yaml', labels)
  return table.ok ? 'nothing' : table.error.map(formatDiagnostic).join('\n')
}

describe('VRL-19: worlds/field/task.yaml is the source of Table I', () => {
  it('has the figures of the paper, and of the decisions AMB-12 to AMB-19', () => {
    expect(tableI()).toEqual({
      perSecond: -1,
      limitSeconds: 100,
      overLimit: -20,
      correct: 10,
      fullBatch: 10,
      incorrect: -5,
      outside: -10,
      home: 20,
      shelf: 0,
    })
  })

  it('a figure that is changed in the file is changed in the table', () => {
    const changed = file.replace('points: 20', 'points: 25').replace('limitSeconds: 100', 'limitSeconds: 90')
    const table = readScoreTable(changed, 'task.yaml', labels)
    expect(table).toMatchObject({ ok: true, value: { limitSeconds: 90, overLimit: -20 } })
    expect(table.ok && table.value.points.get('robot back home')).toBe(25)
  })

  it.each([
    [
      'boxes placed correctly',
      'boxes placed corectly',
      /task\.yaml:15:14: .*\n.*\n.*\n.*did you mean boxes placed correctly\?/,
    ],
    ['full batches of four', 'boxes placed correctly', /task\.yaml:17:12: .*this rule stands twice/],
    ['    points: 20\n', '', /task\.yaml:27:5: .* has no "points"/],
    ['perSecond: -1\n', '', /does not say perSecond/],
    ['overLimit: -20\n', '', /does not say overLimit/],
    ['points: -5', 'points: many', /task\.yaml:21:48: .*\n.*a number from/],
    ['score:\n', 'sore:\n', /did you mean score\?/],
  ])('%j written as %j is refused where it stands', (what, by, why) => {
    expect(said(what, by)).toMatch(why)
  })

  it('a rule that is missing is named', () => {
    const rule = file.slice(file.indexOf('  - label: full batches'), file.indexOf('  # orange up'))
    expect(said(rule, '')).toContain('no rule says what these are worth: full batches of four')
  })

  it('a file that is not there is refused, and named', () => {
    const table = readTableI('worlds/field/tasks/none.yaml')
    expect(table.ok ? '' : table.error.map(formatDiagnostic).join('\n')).toMatch(
      /none\.yaml.* cannot be read/,
    )
  })
})

describe('the formulas of worlds/field/task.yaml count what the referee of a real robot counts', () => {
  it('line by line, in beliefs drawn at random', () => {
    const rng = stream(18, 'field-task')
    const scored = new Map<string, number>()
    let compared = 0
    for (let n = 0; n < 4000; n++) {
      const state = anyBelief(rng, map)
      const facts = sharedFacts(state, map, domain)
      const seconds = rng.int(140)
      const outcome = sensedOutcome(map, state, { operatingSeconds: seconds, leftHome: true })
      const blocks = [...facts].filter(([fact, value]) => /^(slot|cup)_full/.test(fact) && value === true)
      // more than there are: a belief that no field can bring about
      if (blocks.length > 16) continue
      const document = scoreOf(task, { start: domain.initial, end: facts, seconds })
      const { lines, total } = score(outcome)
      const [time, late, ...counted] = lines
      // nothing counted is worth 0, and never -0
      const ours = document.lines.map((line) => ({ ...line, points: line.points + 0 }))
      const rules = ours.filter(({ label }) => labels.some((each) => each === label))
      expect(
        rules.filter(({ label }) => label !== SCORE_LABELS.shelf),
        JSON.stringify(facts),
      ).toEqual(counted)
      expect(ours.find(({ label }) => label === 'seconds')).toMatchObject({ points: time?.points })
      expect(ours.at(-1)).toMatchObject({ count: late?.count, points: late?.points })
      expect(document.total).toBe(total)
      for (const { label, count } of lines) if (count > 0) scored.set(label, (scored.get(label) ?? 0) + 1)
      compared++
    }
    expect(compared).toBeGreaterThan(1000)
    expect(
      [...scored.values()].every((times) => times > 20),
      JSON.stringify([...scored]),
    ).toBe(true)
    expect(scored.size).toBe(7)
  })
})
