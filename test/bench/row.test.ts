import { describe, expect, it } from 'vitest'
import { isRight, judgeReport } from '../../lab/bench/vrl/play/row.js'
import type { CriticReport, Issue } from '#learning/critic/report.js'

const issue = (id: string, grounded: Issue['grounded'] = 'unverified'): Issue =>
  ({ id, grounded, severity: 0.5 }) as Issue
const report = (...issues: Issue[]): CriticReport =>
  ({ mode: 'final', c: 0.7, issues }) as unknown as CriticReport

describe('a report against the truth (VRL-21)', () => {
  it('counts detected, claimed and real issues; a second finding about one thing counts once', () => {
    const said = report(issue('orientation@2'), issue('orientation@2#2'), issue('grasp@1'))
    expect(judgeReport(said, ['orientation@2', 'shelf', 'timing', 'coverage@3'])).toMatchObject({
      real: 4,
      detected: 1,
      claimed: 2,
    })
  })

  it('a refuted claim is none after the witnesses, and one before', () => {
    const said = report(issue('orientation@2', 'refuted'), issue('shelf', 'confirmed'))
    expect(judgeReport(said, ['shelf'])).toMatchObject({
      detected: 1,
      claimed: 1,
      detectedFirst: 1,
      claimedFirst: 2,
    })
  })

  it('is right when it says all that is wrong and nothing else', () => {
    expect(isRight(judgeReport(report(), []))).toBe(true)
    expect(isRight(judgeReport(report(issue('shelf')), ['shelf']))).toBe(true)
    expect(isRight(judgeReport(report(issue('shelf')), ['timing']))).toBe(false)
    expect(isRight(judgeReport(report(), ['timing']))).toBe(false)
  })
})
