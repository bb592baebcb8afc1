import { bitsMask, maskBits, maskSlots, type Mask, type ZoneId } from '#base/field-map.js'
import { faceMask, type Answer, type Finding, type ZoneLine } from '../dialogue/answer.js'
import { attribute, type Scope } from './attribute.js'
import { lageaCode } from '#learning/critic/codes.js'
import type { Impact, Issue } from '#learning/critic/report.js'
import type { Remembered } from '../grounding/earlier-views.js'

/** A finding of the answer with its place in the picture. */
interface Claimed extends Omit<Finding, 'mask'> {
  readonly zone: ZoneId | null
  readonly mask: Mask | null
  readonly seen: string
}

/**
 * Turns the findings of an answer into issues: attribution and fix are looked up, the model's words stay in `raw`.
 * Stray blocks and blocks missing from an unload zone are one fact seen twice; they become one issue.
 *
 * @param remembered zones that were read in part from an earlier picture; their issues cite it
 */
export function issuesOf(
  answer: Answer,
  scope: Scope,
  frameId: string,
  remembered: ReadonlyMap<ZoneId, Remembered> = new Map(),
): Issue[] {
  const claimed = merged([...zoneFindings(answer), ...otherFindings(answer)])
  const taken = new Map<string, number>()
  return claimed.map(({ impact, zone, mask, severity, seen }) => {
    const name = `${impact}${zone === null ? '' : `@${zone}`}`
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    const firstSeen = LASTING.has(impact) ? scope.memory.firstSeen(name) : undefined
    const seenIn = firstSeen === undefined ? scope : { ...scope, executed: firstSeen }
    const { nodePath, traceSeq, suggestedFix, fix } = attribute({ impact, zone, mask }, seenIn)
    const earlier = zone === null || mask === null ? undefined : remembered.get(zone)
    const cited = earlier !== undefined && (maskBits(earlier.mask) & maskBits(mask ?? '0000')) !== 0
    return {
      id: count === 1 ? name : `${name}#${count}`,
      code: lageaCode(impact),
      impact,
      nodePath,
      zone,
      mask,
      explanation: cited
        ? `${seen} (slot ${maskSlots(earlier.mask).join(', ')} in picture ${earlier.frame})`
        : seen,
      suggestedFix,
      ...(fix === undefined ? {} : { fix }),
      operational: fix !== undefined,
      severity,
      evidence: { frames: cited ? [earlier.frame, frameId] : [frameId], traceSeq },
      grounded: 'unverified',
    }
  })
}

/** These faults persist: trips made after the first picture that shows one have nothing to do with it. */
const LASTING: ReadonlySet<Impact> = new Set<Impact>(['orientation', 'placement'])

function zoneFindings(answer: Answer): Claimed[] {
  return [...answer.zones].flatMap(([zone, line]) =>
    line.findings.map((finding) => {
      const mask = finding.mask ?? maskFor(finding.impact, line)
      return { ...finding, zone, mask, seen: zoneText(zone, line, finding.impact, mask) }
    }),
  )
}

/** The slots that a finding in a zone's line concerns. */
function maskFor(impact: Impact, line: ZoneLine): Mask | null {
  switch (impact) {
    case 'orientation':
      return faceMask(line, 'orange')
    case 'grasp':
    case 'coverage':
      return bitsMask(maskBits(faceMask(line, 'orange')) | maskBits(faceMask(line, 'blue')))
    case 'placement':
      return faceMask(line, 'empty')
    case 'navigation':
    case 'shelf':
    case 'timing':
    case 'final-position':
    case 'plan-structure':
    case 'perception':
    case 'safety':
    case 'style':
      return null
  }
}

function zoneText(zone: ZoneId, { faces }: ZoneLine, impact: Impact, mask: Mask | null): string {
  const slots = maskSlots(mask ?? '0000').join(', ')
  // a finding can name no slot: the critic sees a fault where the line has no such face
  const where = slots === '' ? '' : ` in slot ${slots}`
  const text: Partial<Record<Impact, string>> = {
    orientation: `orange face up${where}`,
    grasp: `still a block${where} after loading`,
    coverage: `never loaded${where === '' ? '' : `, blocks${where}`}`,
    placement: `looks ${faces.join(' ')}, blocks are missing or out of place`,
    navigation: 'the robot did not get there',
  }
  return `zone ${zone}: ${text[impact] ?? faces.join(' ')}`
}

function otherFindings({ track, robot, stray, time }: Answer): Claimed[] {
  const about = (findings: readonly Finding[], seen: string, zone: ZoneId | null = null): Claimed[] =>
    findings.map((finding) => ({ ...finding, zone, mask: null, seen }))
  const where = typeof robot.seen === 'number' ? `at zone ${robot.seen}` : robot.seen
  const many =
    stray.count === 4
      ? '4 or more blocks lie'
      : stray.count === 1
        ? '1 block lies'
        : `${stray.count} blocks lie`
  return [
    ...about(track.findings, `the shelf stands ${track.seen.replace('-', ' ')}`),
    ...about(robot.findings, `the robot stands ${where}`),
    ...about(stray.findings, `${many} outside any zone`),
    ...about(time.findings, 'the episode took longer than its time limit'),
  ]
}

function merged(claimed: readonly Claimed[]): Claimed[] {
  const astray = claimed.find(({ impact, zone }) => impact === 'placement' && zone === null)
  const missing = claimed.findIndex(({ impact, zone }) => impact === 'placement' && zone !== null)
  if (!astray || missing < 0) return [...claimed]
  return claimed.flatMap((claim, i) => {
    if (claim === astray) return []
    if (i !== missing) return [claim]
    const severity = Math.max(claim.severity, astray.severity)
    return [{ ...claim, severity, seen: `${claim.seen}; ${astray.seen}` }]
  })
}
