import { severityWord, type FaceSeen, type TrackSeen } from '#learning/field/critic/dialogue/answer.js'
import {
  zoneIds,
  type Claims,
  type RobotPlace,
  type ZoneClaim,
} from '#learning/field/critic/dialogue/claims.js'
import type { AnswerLine, Refuted } from '#learning/field/critic/dialogue/refuted.js'
import type { ZoneId } from '#base/field-map.js'
import type { Impact } from '#learning/critic/report.js'

/** What somebody sees in a picture: the label of a training example, or what a colour threshold makes of it. */
export interface View {
  readonly zones: ReadonlyMap<ZoneId, readonly FaceSeen[]>
  readonly track: TrackSeen
  /** `hidden`: something stands in front of it */
  readonly robot: RobotPlace | 'hidden'
  /** visible blocks outside any zone, in metres */
  readonly stray: readonly { readonly x: number; readonly y: number }[]
}

/**
 * What a critic should answer to this view under these claims. Severities by number of blocks and by
 * kind follow the benchmark's table (design note 6.1); a network has to learn them from pictures and words. What a
 * sensor refuted is not found again (CRIT-10); what is hidden counts as the trace says.
 */
export function rightAnswer(view: View, claims: Claims, refuted: readonly Refuted[] = []): string {
  const sheet: Sheet = { words: [], blocks: 0, worst: 0, line: 'track', refuted }
  const begin = (line: AnswerLine, ...seen: string[]): void => {
    if (sheet.words.length > 0) sheet.words.push(';')
    sheet.words.push(line, ...seen)
    sheet.line = line
  }
  for (const id of zoneIds) {
    const faces = view.zones.get(id)
    begin(`z${id}`, ...(faces ?? ['-', '-', '-', '-']))
    if (faces) judgeZone(sheet, faces, claims.zones.get(id) ?? 'absent', claims.mode)
  }
  begin('track', view.track)
  if (shelfWrong(view, claims)) find(sheet, 'shelf', claims.mode === 'final' ? 0.55 : 0.5)
  const robot = seenRobot(view, claims)
  begin('robot', typeof robot === 'number' ? `z${robot}` : robot)
  judgeRobot(sheet, robot, claims)
  const stray = Math.min(view.stray.length, 4)
  begin('stray', `n${stray}`)
  if (stray > 0) find(sheet, 'placement', 0.6)
  begin('time')
  if (claims.late) find(sheet, 'timing', 0.5)
  const many = sheet.blocks > 0 ? byCount(sheet.blocks) : 0
  sheet.words.push(';', 'overall', severityWord(Math.max(many, sheet.worst)), 'end')
  return sheet.words.join(' ')
}

interface Sheet {
  readonly words: string[]
  /** blocks found wrong in all zones together */
  blocks: number
  worst: number
  /** the line that is written now */
  line: AnswerLine
  readonly refuted: readonly Refuted[]
}

function judgeZone(sheet: Sheet, faces: readonly string[], claim: ZoneClaim, mode: Claims['mode']): void {
  const count = (...kinds: string[]): number => faces.filter((face) => kinds.includes(face)).length
  const present = count('blue', 'orange')
  const blocks = (impact: Impact, n: number): void => {
    if (n > 0 && find(sheet, impact, byCount(n))) sheet.blocks += n
  }
  if (mode === 'initial') {
    blocks('placement', isLoad(claim) ? count('empty') : present)
    return
  }
  if (claim === 'waiting-unreached' || claim === 'free-unreached') find(sheet, 'navigation', 0.6)
  if (isLoad(claim)) {
    if (claim === 'loaded') blocks('grasp', present)
    else if (claim === 'load-failed') find(sheet, 'grasp', 0.6)
    else if (mode === 'final' && (present > 0 || count('hidden') > 2)) find(sheet, 'coverage', 0.2)
    return
  }
  blocks('orientation', count('orange'))
  if (claim === 'unload-failed') find(sheet, 'placement', 0.6)
  else if (claim.startsWith('filled')) blocks('placement', Number(claim.slice(6)) - present - count('hidden'))
}

/** A robot that cannot be seen is where its odometry says; a lost one is somewhere. */
function seenRobot({ robot }: View, { robotAt }: Claims): Exclude<View['robot'], 'hidden'> {
  if (robot !== 'hidden') return robot
  return robotAt === 'lost' ? 'elsewhere' : robotAt
}

function judgeRobot(sheet: Sheet, robot: ReturnType<typeof seenRobot>, claims: Claims): void {
  if (claims.mode === 'intermediate') {
    if (claims.robotAt !== 'lost' && claims.robotAt !== robot) find(sheet, 'navigation', 0.6)
  } else if (robot !== 'home') {
    find(sheet, 'final-position', 0.5)
  }
}

function shelfWrong(view: View, claims: Claims): boolean {
  if (claims.mode === 'initial') return view.track !== 'at-start' && view.track !== 'hidden'
  if (view.track === 'at-target') return false
  if (view.track === 'hidden' && claims.track === 'moved') return false
  return claims.track !== 'untouched' || (claims.mode === 'final' && claims.shelfNeeded)
}

/** @returns false when a sensor has refuted just this */
function find(sheet: Sheet, impact: Impact, severity: number): boolean {
  if (sheet.refuted.some((one) => one.line === sheet.line && one.impact === impact)) return false
  sheet.words.push(impact, severityWord(severity))
  sheet.worst = Math.max(sheet.worst, severity)
  return true
}

const isLoad = (claim: ZoneClaim): boolean => /^(waiting|load)/.test(claim)

/** 1 → .30, 2 → .45, 3 → .55, 4…7 → .70, 8 and more → .80 */
const byCount = (n: number): number => (n >= 8 ? 0.8 : n >= 4 ? 0.7 : n === 3 ? 0.55 : n === 2 ? 0.45 : 0.3)
