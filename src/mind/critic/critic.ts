import type { CameraModel } from '../../base/camera-model.js'
import type { FieldMap } from '../../base/field-map.js'
import type { TreeDoc } from '../../bt/document.js'
import type { TraceEvent } from '../../bt/trace.js'
import { sceneRegions } from '../perception/regions.js'
import type { Frame, VisionModel } from '../ports.js'
import type { Answer } from './dialogue/answer.js'
import { ask, clipped, type Asked } from './dialogue/ask.js'
import { claimsOf, TIME_LIMIT_S, type Evidence } from './evidence.js'
import { confidenceOf } from './dialogue/confidence.js'
import { crossExamine } from './witness/contradiction.js'
import { readExecuted, type Executed } from './blame/executed.js'
import { ground } from './witness/grounding.js'
import { issuesOf } from './blame/issues.js'
import { CriticMemory } from './memory.js'
import { keyFramesOf, lageaView } from './lagea/lagea.js'
import { criticPrompt, type AttemptDigest } from './dialogue/prompt.js'
import type { CriticMode, CriticReport, Issue } from './report.js'

export type { Evidence } from './evidence.js'

/**
 * The critic C of Algorithm 1. Each mode has the inputs of the paper (VRL-08): INITIAL(I0), INTERMEDIATE(I_t, T_t),
 * FINAL(I_f, T). A call never throws and never rejects: a critic that cannot judge says so in the report (AMB-03).
 */
export interface Critic {
  /** begins an episode: the memory M is emptied (VRL-16) */
  initial(input: InitialInput): Promise<CriticReport>
  intermediate(input: IntermediateInput): Promise<CriticReport>
  final(input: FinalInput): Promise<CriticReport>
}

export interface InitialInput {
  readonly episode: number
  /** null = the camera gave no picture */
  readonly frame: Frame | null
}

export interface IntermediateInput extends InitialInput {
  /** number of the subtree boundary, from 1 */
  readonly step: number
  readonly doc: TreeDoc
  /** the trace so far */
  readonly trace: readonly TraceEvent[]
  readonly evidence: Evidence
}

export interface FinalInput extends Omit<IntermediateInput, 'step'> {
  /** why the episode ended; the outcome follows from it and not from the model (AMB-26) */
  readonly endReason: string
  readonly attempts?: AttemptDigest
}

export interface CriticSetting {
  readonly vision: VisionModel
  readonly map: FieldMap
  readonly camera: CameraModel
  /** of one call of the model, milliseconds */
  readonly timeoutMs?: number
  /** time limit of an episode, seconds (AMB-12) */
  readonly limitS?: number
}

export function createCritic(setting: CriticSetting): Critic {
  const { timeoutMs = 10_000, limitS = TIME_LIMIT_S } = setting
  let memory = new CriticMemory(0)
  const judged = async (moment: Moment): Promise<CriticReport> => {
    const plain = await judge({ ...setting, timeoutMs, limitS }, moment, memory)
    const report = moment.mode === 'final' ? withLagea(plain, memory) : plain
    memory.remember(report)
    return report
  }
  return {
    initial: ({ episode, frame }) => {
      memory = new CriticMemory(episode)
      return judged({ mode: 'initial', step: 0, outcome: 'unknown', frame, doc: EMPTY_DOC, trace: [] })
    },
    intermediate: ({ step, frame, doc, trace, evidence }) =>
      judged({ mode: 'intermediate', step, outcome: 'unknown', frame, doc, trace, evidence }),
    final: ({ frame, doc, trace, evidence, endReason, attempts }) =>
      judged({
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

async function judge(
  setting: Required<CriticSetting>,
  moment: Moment,
  memory: CriticMemory,
): Promise<CriticReport> {
  const { map, camera, vision, limitS } = setting
  const head = { mode: moment.mode, episode: memory.episode, step: moment.step, outcome: moment.outcome }
  const { frame } = moment
  if (!frame) return { ...head, ...nothing(vision, 'the camera gave no picture', '', []) }
  const executed = readExecuted(moment.trace)
  const claims = claimsOf(moment.mode, map, executed, moment.evidence, limitS)
  const prompt = criticPrompt(claims, memory, moment.attempts)
  const asked = await ask(vision, { frame, regions: sceneRegions(map, camera), prompt }, setting.timeoutMs)
  if ('why' in asked) return { ...head, ...nothing(vision, asked.why, asked.raw, [frame.id]) }
  if (moment.mode === 'initial') memory.rememberSetup(asked.answer)
  const issues = weighed(setting, { ...moment, frame }, memory, executed, asked.answer)
  return { ...head, issues, ...summed(asked, issues), model: vision.id, frames: [frame.id] }
}

function weighed(
  { map, camera, limitS }: Required<CriticSetting>,
  { mode, doc, frame, evidence }: Moment & { readonly frame: Frame },
  memory: CriticMemory,
  executed: Executed,
  answer: Answer,
): Issue[] {
  const issues = issuesOf(answer, { mode, map, doc, executed, memory }, frame.id)
  const grounded = ground(issues, { map, camera, frame, executed, evidence, limitS })
  return crossExamine(grounded, answer, { executed, evidence })
}

/** The model's overall severity stands unless a witness refuted what it rests on. */
function summed({ answer, said }: Asked, issues: readonly Issue[]) {
  const open = issues.filter(({ grounded }) => grounded !== 'refuted')
  const worst = Math.max(0, ...open.map(({ severity }) => severity))
  const s = open.length === issues.length ? Math.max(worst, answer.overall) : worst
  const summary =
    open.length === 0 ? 'Nothing is wrong.' : `${open.map(({ explanation }) => explanation).join('; ')}.`
  return { s, c: confidenceOf(said.tokens), summary, raw: clipped(said.text) }
}

function nothing(vision: VisionModel, why: string, raw: string, frames: readonly string[]) {
  const summary = `The critic could not judge: ${why}.`
  return { issues: [], s: 0, c: 0, summary, raw, model: vision.id, frames, unavailable: why }
}

const TASK = 'carry all blocks to unload zones, blue face up, and return home'

/** A critic that could not judge has nothing to say in LAGEA's words either. */
function withLagea(report: CriticReport, memory: CriticMemory): CriticReport {
  if (report.unavailable !== undefined) return report
  return { ...report, lagea: lageaView(report, TASK, keyFramesOf(memory.reports)) }
}

function outcomeOf(endReason: string): CriticReport['outcome'] {
  return endReason === 'tree-success' || endReason === 'home-reached' ? 'success' : 'failure'
}
