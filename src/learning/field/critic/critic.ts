import type { CameraModel } from '#base/camera-model.js'
import { SLOTS, type FieldMap } from '#base/field-map.js'
import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import { shareInView } from '../perception/in-view.js'
import type { Frame, VisionModel } from '#learning/ports.js'
import { readExecuted } from './blame/executed.js'
import { clipped } from './dialogue/ask.js'
import {
  confidenceOf,
  adjustedConfidence,
  limitedByVisibility,
  meanConfidence,
} from './dialogue/confidence.js'
import type { AttemptDigest } from '#learning/critic/attempts.js'
import type { Critic } from '#learning/critic/critic.js'
import { claimsOf, TIME_LIMIT_S, type Evidence } from './evidence.js'
import { selectFrames } from './lagea/frames.js'
import { keyFrames, salience } from './lagea/keyframes.js'
import { lageaView } from './lagea/lagea.js'
import { progressOf } from './lagea/progress.js'
import { CriticMemory } from './memory.js'
import {
  outcomeOf,
  unjudged,
  type CriticMode,
  type CriticReport,
  type PictureCheck,
} from '#learning/critic/report.js'
import { queryCritic, type QueryResult, type PromptStyle } from './turns.js'

export type { Evidence } from './evidence.js'

export interface CriticSetting {
  readonly vision: VisionModel
  readonly map: FieldMap
  readonly camera: CameraModel
  /** timeout of one model call, milliseconds */
  readonly timeoutMs?: number
  /** time limit of an episode, seconds (AMB-12) */
  readonly limitS?: number
  /** prompt style of the model, from its manifest entry */
  readonly prompt?: PromptStyle
}

export function createCritic(setting: CriticSetting): Critic<Evidence> {
  const full = { timeoutMs: 10_000, limitS: TIME_LIMIT_S, prompt: 'facts' as const, ...setting }
  let memory = new CriticMemory(0)
  const judged = async (episode: number, moment: Moment): Promise<CriticReport> => {
    // a critic whose process has crashed knows nothing of this episode
    if (memory.episode !== episode) memory = new CriticMemory(episode)
    const plain = await judge(full, moment, memory)
    const progress = progressOf(full.map, moment.evidence, plain)
    const report = moment.mode === 'final' ? withLagea(plain, memory, progress) : plain
    const keep = full.prompt === 'prose' && memory.entries.length < MAX_KEPT_FRAMES
    const executed = readExecuted(moment.trace)
    memory.remember({ report, progress, executed, frame: keep ? moment.frame : null })
    return report
  }
  return {
    initial: ({ episode, frame }) => {
      memory = new CriticMemory(episode)
      return judged(episode, {
        mode: 'initial',
        step: 0,
        outcome: 'unknown',
        frame,
        doc: EMPTY_DOC,
        trace: [],
      })
    },
    intermediate: ({ episode, step, frame, doc, trace, evidence }) =>
      judged(episode, { mode: 'intermediate', step, outcome: 'unknown', frame, doc, trace, evidence }),
    final: ({ episode, frame, doc, trace, evidence, endReason, attempts }) =>
      judged(episode, {
        mode: 'final',
        step: 0,
        outcome: outcomeOf(endReason),
        frame,
        doc,
        trace,
        evidence,
        attempts,
      }),
  }
}

interface Moment {
  readonly mode: CriticMode
  readonly step: number
  readonly outcome: CriticReport['outcome']
  readonly frame: Frame | null
  readonly doc: TreeDoc
  readonly trace: readonly TraceEvent[]
  readonly evidence?: Evidence
  readonly attempts?: AttemptDigest | undefined
}

const EMPTY_DOC: TreeDoc = { main: '', trees: [] }
/** pictures of an episode kept for models that view several (CRIT-04 shows at most 30) */
const MAX_KEPT_FRAMES = 64
const MAX_SHOWN_FRAMES = 30
/** key frames of a report: few enough to look through, and no two adjacent */
const KEY_FRAMES = { most: 6, spacing: 2 } as const

async function judge(
  setting: Required<CriticSetting>,
  moment: Moment,
  memory: CriticMemory,
): Promise<CriticReport> {
  const { map, vision, limitS } = setting
  const { mode, frame, trace, evidence, doc } = moment
  const head = { mode, episode: memory.episode, step: moment.step, outcome: moment.outcome }
  const blind = { outcome: moment.outcome, model: vision.id }
  if (!frame) return unjudged(head, { ...blind, unavailable: 'the camera gave no picture' })
  const executed = readExecuted(trace)
  const claims = claimsOf(mode, map, { executed, evidence, limitS })
  const frames = shownFrames(moment, frame, memory)
  const attempts = moment.attempts
  const result = await queryCritic({
    ...setting,
    mode,
    doc,
    frames,
    evidence,
    attempts,
    claims,
    executed,
    memory,
  })
  const frameIds = frames.map(({ id }) => id)
  if ('why' in result)
    return unjudged(head, { ...blind, unavailable: result.why, raw: result.raw, frames: frameIds })
  if (mode === 'initial') memory.rememberSetup(result.answer)
  memory.rememberView({ frame: frame.id, zones: result.answer.zones, steps: executed.steps.length })
  const { issues, toldBack, picture } = result
  const reported = toldBack.length === 0 ? {} : { toldBack }
  return {
    ...head,
    issues,
    ...overallOf(result, setting),
    model: vision.id,
    frames: frameIds,
    picture,
    ...reported,
  }
}

/** At FINAL a model that takes several pictures sees the key frames of the episode (LAGEA-06); all others see one. */
function shownFrames({ mode }: Moment, frame: Frame, memory: CriticMemory): readonly [...Frame[], Frame] {
  const kept = memory.entries.filter((entry) => entry.frame !== null)
  if (mode !== 'final' || kept.length === 0) return [frame]
  const series = [...kept.map(({ progress }) => progress), kept.at(-1)?.progress ?? 0]
  const keys = keyFrames(salience(series), MAX_SHOWN_FRAMES, 1)
  const shown = selectFrames(series.length, keys, MAX_SHOWN_FRAMES)
  return [...shown.flatMap((t) => kept[t]?.frame ?? []), frame]
}

/** The model's overall severity counts unless a sensor refuted its basis. */
function overallOf(
  { answer, reply, issues, picture }: QueryResult,
  { prompt, map, camera }: Required<CriticSetting>,
) {
  const open = issues.filter(({ grounded }) => grounded !== 'refuted')
  const worst = Math.max(0, ...open.map(({ severity }) => severity))
  const s = open.length === issues.length ? Math.max(worst, answer.overall) : worst
  const fine = picture.astray === undefined ? 'Nothing is wrong.' : 'No block was seen.'
  const summary = open.length === 0 ? fine : `${open.map(({ explanation }) => explanation).join('; ')}.`
  const confidence =
    reply.confidence ?? (prompt === 'prose' ? meanConfidence(reply.tokens) : confidenceOf(reply.tokens))
  const c = limitedByVisibility(
    adjustedConfidence(confidence, picture, reply.doubts, shareSeen(picture, camera, map)),
    answer,
  )
  return { s, c: c >= 0 && c <= 1 ? c : 0, summary, raw: clipped(reply.text) }
}

/** Fraction of all slots of the field that are in the picture and not washed out, 0…1. */
function shareSeen({ notSeen }: PictureCheck, camera: CameraModel, map: FieldMap): number {
  const washedOut = notSeen.filter(({ why }) => why === 'glare').flatMap(({ mask }) => [...(mask ?? '')])
  const share = washedOut.filter((bit) => bit === '1').length / (SLOTS.length * map.zones.length || 1)
  return Math.max(0, shareInView(camera, map) - share)
}

const TASK = 'carry all blocks to unload zones, blue face up, and return home'

/** Adds LAGEA's view; a critic that could not judge has none. */
function withLagea(report: CriticReport, memory: CriticMemory, progress: number): CriticReport {
  if (report.unavailable !== undefined) return report
  const series = [...memory.entries.map((entry) => entry.progress), progress]
  const keys = keyFrames(salience(series), KEY_FRAMES.most, KEY_FRAMES.spacing)
  return { ...report, lagea: lageaView(report, TASK, keys) }
}
