import { describe, expect, test } from 'vitest'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import { deferLowGainFindings } from '#learning/field/actor/situation/gain.js'
import { INITIAL, issue, report, situation } from './world.js'

const complaints = [
  issue('coverage', 3),
  issue('coverage', 5),
  issue('final-position', null),
  issue('orientation', 2, { mask: '0101' }),
]
const open = (room: number, ...issues: typeof complaints) => {
  const seen = deferLowGainFindings(analyse(situation(INITIAL, { report: report(...issues) })), room)
  return seen.findings.filter(({ status }) => status === 'supported').map(({ why }) => why)
}

describe('a patch without room for every cure', () => {
  test('is spent on the cure that is worth most: blocks that lie wrong before trips that nobody has looked at', () => {
    expect(open(1, ...complaints)).toEqual(['orientation@2'])
  })

  test('leaves to the model what points cannot tell apart', () => {
    expect(open(1, ...complaints.slice(0, 3))).toEqual(['coverage@3', 'coverage@5', 'final-position'])
  })

  test('drops nothing when there is room for all', () => {
    const all = analyse(situation(INITIAL, { report: report(...complaints) }))
    const count = all.findings.filter(({ status }) => status === 'supported').length
    expect(count).toBeGreaterThanOrEqual(4)
    expect(deferLowGainFindings(all, count)).toBe(all)
    expect(open(count - 1, ...complaints).length).toBeLessThan(count)
  })
})
