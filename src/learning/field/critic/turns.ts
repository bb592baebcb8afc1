import type { CameraModel } from '#base/camera-model.js'
import { err, ok } from '#base/result.js'
import { slotsMask, SLOTS, type FieldMap, type Mask, type ZoneId } from '#base/field-map.js'
import type { TreeDoc } from '#bt/document.js'
import { sceneRegions } from '../perception/regions.js'
import type { Frame, VisionModel } from '#learning/ports.js'
import type { Executed } from './blame/executed.js'
import { issuesOf } from './blame/issues.js'
import { MAX_ANSWER_WORDS, parseAnswer, type Answer } from './dialogue/answer.js'
import { ask, type ModelAnswer, type NoAnswer, type Question } from './dialogue/ask.js'
import type { Claims } from './dialogue/claims.js'
import { claimsPrompt } from './dialogue/refuted.js'
import type { AttemptDigest } from '#learning/critic/attempts.js'
import { MAX_PROSE_TOKENS, prosePrompt, readProse } from './dialogue/prose.js'
import { lineOf, refutedText } from './dialogue/refuted.js'
import type { Evidence } from './evidence.js'
import type { CriticMemory } from './memory.js'
import type { CriticMode, Issue, PictureCheck } from '#learning/critic/report.js'
import { crossExamine } from './grounding/contradiction.js'
import { withEarlierViews } from './grounding/earlier-views.js'
import { ground } from './grounding/grounding.js'
import { allUnseen, unseenSlots, withoutUnseen, type Unseen } from './grounding/out-of-view.js'
import { coloursHold, pictureCheck } from './grounding/picture-check.js'
import { withSensorFindings } from './grounding/sensor-findings.js'

/** Prompt style of a model: `facts` = one line in a closed vocabulary, `prose` = a general model's text and JSON. */
export type PromptStyle = 'facts' | 'prose'

/** One query of the critic, with everything it may know at that moment. */
export interface CriticQuery {
  readonly vision: VisionModel
  readonly map: FieldMap
  /** as measured */
  readonly camera: CameraModel
  readonly timeoutMs: number
  readonly limitS: number
  readonly prompt: PromptStyle
  readonly mode: CriticMode
  readonly doc: TreeDoc
  /** pictures for the model in chronological order, the current one last; `facts` models see only that one */
  readonly frames: readonly [...Frame[], Frame]
  readonly evidence: Evidence | undefined
  readonly attempts: AttemptDigest | undefined
  readonly claims: Claims
  readonly executed: Executed
  readonly memory: CriticMemory
}

export interface QueryResult extends ModelAnswer {
  /** judged by sensors, trace and earlier pictures */
  readonly issues: readonly Issue[]
  /** ids reported back as refuted; empty = there was no second turn */
  readonly toldBack: readonly string[]
  readonly picture: PictureCheck
}

/**
 * The grounding turn (CRIT-09, CRIT-10): each event that the first answer claims is checked against the sensor that
 * knows best; refuted claims are reported back once, and the model answers again. Exactly one more turn, and only when
 * something was refuted; if there is no usable second answer, the first counts.
 */
export async function queryCritic(measured: CriticQuery): Promise<QueryResult | NoAnswer> {
  const frame = measured.frames.at(-1) as Frame
  const { map, memory } = measured
  const pose = memory.pose.look(frame, measured.camera, map)
  const { camera, astray } = pose
  const query = { ...measured, camera }
  const unseen = astray === undefined ? unseenSlots(frame, camera, map) : allUnseen(map)
  const check = ({ answer }: ModelAnswer): PictureCheck =>
    pictureCheck(answer, pose, { frame, camera, map, unseen })
  const first = await askModel(query, unseen, [])
  if ('why' in first) return first
  const picture = check(first)
  const issues = groundedIssues(query, first.answer, picture)
  const refuted = issues.filter(({ grounded }) => grounded === 'refuted')
  if (refuted.length === 0) return { ...first, issues, toldBack: [], picture }
  const toldBack = refuted.map(({ id }) => id)
  const second = await askModel(query, unseen, refuted)
  if ('why' in second) return { ...first, issues, toldBack, picture }
  return { ...second, issues: groundedIssues(query, second.answer, picture), toldBack, picture }
}

async function askModel(
  query: CriticQuery,
  unseen: Unseen,
  refuted: readonly Issue[],
): Promise<ModelAnswer | NoAnswer> {
  const answer = await ask(query.vision, questionOf(query, refuted), query.timeoutMs)
  if ('why' in answer) return answer
  return { ...answer, answer: withoutUnseen(answer.answer, unseen) }
}

function questionOf(query: CriticQuery, refuted: readonly Issue[]): Question {
  const { map, camera, claims, memory, attempts, frames, prompt } = query
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
    const read = (text: string) => readProse(text, map)
    return { frames, regions, prompt: text, maxTokens: MAX_PROSE_TOKENS, read }
  }
  const reported = refuted.map((issue) => ({ line: lineOf(issue), impact: issue.impact }))
  return {
    frames: frames.slice(-1),
    regions,
    prompt: claimsPrompt(claims, reported),
    maxTokens: MAX_ANSWER_WORDS,
    read: readClaimsAnswer,
  }
}

function readClaimsAnswer(text: string) {
  const answer = parseAnswer(text)
  if (answer.ok) return ok(answer.value)
  const { word, expected, got } = answer.error
  return err(`word ${word + 1} is ${got}, expected ${expected}`)
}

/** A general model was not trained on these faces: for it the colours are always the better reader. */
function groundedIssues(query: CriticQuery, seen: Answer, picture: PictureCheck): Issue[] {
  const colours = picture.astray === undefined && (query.prompt === 'prose' || coloursHold(picture))
  const { mode, map, doc, camera, frames, executed, memory, evidence, limitS, claims } = query
  const frame = frames.at(-1) as Frame
  const { answer: completed, remembered } = withEarlierViews(seen, claims, memory.views, executed)
  const answer = withSensorFindings(completed, claims, executed, evidence)
  const issues = issuesOf(answer, { mode, map, doc, executed, memory, evidence }, frame.id, remembered)
  const hidden = hiddenSlots(seen)
  const grounded = ground(issues, { map, camera, frame, executed, evidence, limitS, hidden, colours })
  return crossExamine(grounded, answer, { executed, evidence })
}

const hiddenSlots = ({ zones }: Answer): ReadonlyMap<ZoneId, Mask> =>
  new Map(
    [...zones].map(([id, { faces }]) => [id, slotsMask(SLOTS.filter((slot) => faces[slot] === 'hidden'))]),
  )
