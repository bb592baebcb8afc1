import type { CameraModel } from '../../base/camera-model.js'
import { err, ok } from '../../base/result.js'
import { slotsMask, SLOTS, type FieldMap, type Mask, type ZoneId } from '../../base/field-map.js'
import type { TreeDoc } from '../../bt/document.js'
import { sceneRegions } from '../perception/regions.js'
import type { Frame, VisionModel } from '../ports.js'
import type { Executed } from './blame/executed.js'
import { issuesOf } from './blame/issues.js'
import { MAX_ANSWER_WORDS, parseAnswer, type Answer } from './dialogue/answer.js'
import { ask, type Asked, type NoAnswer, type Question } from './dialogue/ask.js'
import type { Claims } from './dialogue/claims.js'
import { criticPrompt, type AttemptDigest } from './dialogue/prompt.js'
import { MAX_PROSE_TOKENS, prosePrompt, readProse } from './dialogue/prose.js'
import { lineOf, refutedText } from './dialogue/refuted.js'
import type { Evidence } from './evidence.js'
import type { CriticMemory } from './memory.js'
import type { CriticMode, Issue } from './report.js'
import { crossExamine } from './witness/contradiction.js'
import { withEarlierViews } from './witness/earlier-views.js'
import { ground } from './witness/grounding.js'
import { withSensorFindings } from './witness/sensor-findings.js'

/** How a model wants to be asked: `facts` = one line in a closed vocabulary, `prose` = a general model's text and JSON. */
export type PromptStyle = 'facts' | 'prose'

/** One moment at which the critic is asked, with everything that it may know then. */
export interface Hearing {
  readonly vision: VisionModel
  readonly map: FieldMap
  readonly camera: CameraModel
  readonly timeoutMs: number
  readonly limitS: number
  readonly prompt: PromptStyle
  readonly mode: CriticMode
  readonly doc: TreeDoc
  /** pictures for the model in order of time, the last of now; models of facts look at that one only */
  readonly frames: readonly [...Frame[], Frame]
  readonly evidence: Evidence | undefined
  readonly attempts: AttemptDigest | undefined
  readonly claims: Claims
  readonly executed: Executed
  readonly memory: CriticMemory
}

export interface Heard extends Asked {
  /** judged by sensors, trace and earlier pictures */
  readonly issues: readonly Issue[]
  /** ids that were told back as refuted; empty = there was no second turn */
  readonly toldBack: readonly string[]
}

/**
 * The grounding turn (CRIT-09, CRIT-10): each event that the first answer claims is held against the sensor that knows
 * best; what was refuted is told back once, and the model answers again. Exactly one more turn, and only when something
 * was refuted; when the second answer cannot be had, the first stands.
 */
export async function hear(hearing: Hearing): Promise<Heard | NoAnswer> {
  const first = await ask(hearing.vision, questionOf(hearing, []), hearing.timeoutMs)
  if ('why' in first) return first
  const issues = weigh(hearing, first.answer)
  const refuted = issues.filter(({ grounded }) => grounded === 'refuted')
  if (refuted.length === 0) return { ...first, issues, toldBack: [] }
  const toldBack = refuted.map(({ id }) => id)
  const second = await ask(hearing.vision, questionOf(hearing, refuted), hearing.timeoutMs)
  if ('why' in second) return { ...first, issues, toldBack }
  return { ...second, issues: weigh(hearing, second.answer), toldBack }
}

function questionOf(hearing: Hearing, refuted: readonly Issue[]): Question {
  const { map, camera, claims, memory, attempts, frames, prompt } = hearing
  const regions = sceneRegions(map, camera)
  if (prompt === 'prose') {
    const text = prosePrompt({
      claims,
      map,
      memory,
      attempts,
      frames: frames.length,
      refuted: refutedText(refuted),
    })
    const read = (said: string) => readProse(said, map)
    return { frames, regions, prompt: text, maxTokens: MAX_PROSE_TOKENS, read }
  }
  const told = refuted.map((issue) => ({ line: lineOf(issue), impact: issue.impact }))
  return {
    frames: frames.slice(-1),
    regions,
    prompt: criticPrompt(claims, memory, attempts, told),
    maxTokens: MAX_ANSWER_WORDS,
    read: readFacts,
  }
}

function readFacts(text: string) {
  const answer = parseAnswer(text)
  if (answer.ok) return ok(answer.value)
  const { word, expected, got } = answer.error
  return err(`word ${word + 1} is ${got}, expected ${expected}`)
}

function weigh(hearing: Hearing, seen: Answer): Issue[] {
  const { mode, map, doc, camera, frames, executed, memory, evidence, limitS, claims } = hearing
  const frame = frames.at(-1) as Frame
  const { answer: whole, remembered } = withEarlierViews(seen, claims, memory.views, executed)
  const answer = withSensorFindings(whole, claims, executed, evidence)
  const issues = issuesOf(answer, { mode, map, doc, executed, memory, evidence }, frame.id, remembered)
  const hidden = hiddenSlots(seen)
  const grounded = ground(issues, { map, camera, frame, executed, evidence, limitS, hidden })
  return crossExamine(grounded, answer, { executed, evidence })
}

const hiddenSlots = ({ zones }: Answer): ReadonlyMap<ZoneId, Mask> =>
  new Map(
    [...zones].map(([id, { faces }]) => [id, slotsMask(SLOTS.filter((slot) => faces[slot] === 'hidden'))]),
  )
