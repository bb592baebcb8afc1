import type { CameraModel } from '#base/camera-model.js'
import type { FieldMap } from '#base/field-map.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import { calibrationInputs } from '#adapters/onnx/calibration.js'
import { alarmOf } from '#learning/critic/alarm.js'
import { mainPath } from '#learning/field/critic/blame/anchor.js'
import { createCritic, type Evidence } from '#learning/field/critic/critic.js'
import type { PromptStyle } from '#learning/field/critic/turns.js'
import type { CriticMode, CriticReport } from '#learning/critic/report.js'
import type { Described, Frame, VisionModel } from '#learning/ports.js'

/** A labelled moment of an episode as the critic meets it. */
export interface ShownMoment {
  readonly mode: CriticMode
  readonly step: number
  /** events that had happened by then */
  readonly trace: readonly TraceEvent[]
  readonly evidence: Evidence | undefined
  readonly frame: Frame
  /** the camera as the critic believes it to be */
  readonly camera: CameraModel
  readonly endReason: string
  readonly truth: readonly TrueKey[]
}

interface TrueKey {
  /** `orientation@2` */
  readonly key: string
  /** the node of the main tree at fault; null when no node is */
  readonly nodePath: NodePath | null
}

export interface ShownEpisode {
  readonly map: FieldMap
  readonly doc: TreeDoc
  readonly moments: readonly ShownMoment[]
}

/** What the critic said of one moment, beside what was so. */
export interface Examined {
  readonly mode: CriticMode
  readonly truth: readonly string[]
  /** claimed by the first answer, before any sensor was asked */
  readonly claimed: readonly string[]
  /** what stands at the end: not refuted */
  readonly said: readonly string[]
  /** of found issues that have a node at fault: whether the critic named it */
  readonly nodes: readonly boolean[]
  readonly c: number
  readonly s: number
  readonly alarm: boolean
  readonly unavailable: boolean
  /** what a calibration is fitted on */
  readonly logit: number
  readonly hidden: number
  readonly differ: number
  readonly astray: boolean
  /** of the whole report, both turns */
  readonly ms: number
}

/** Shows the critic one episode from its beginning to its end, with the memory that it keeps of one. */
export async function examineEpisode(
  episode: ShownEpisode,
  vision: VisionModel,
  prompt: PromptStyle,
  now: () => number,
): Promise<Examined[]> {
  const recorder = new FirstReplyRecorder(vision)
  const camera = new MovableCamera()
  const critic = createCritic({ vision: recorder, map: episode.map, camera, prompt })
  const results: Examined[] = []
  for (const moment of episode.moments) {
    camera.model = moment.camera
    const began = now()
    const report = await ask(critic, episode.doc, moment)
    results.push(examined(report, moment, { doc: episode.doc, first: recorder.first, ms: now() - began }))
    recorder.first = undefined
  }
  return results
}

function ask(
  critic: ReturnType<typeof createCritic>,
  doc: TreeDoc,
  { mode, step, frame, trace, evidence, endReason }: ShownMoment,
): Promise<CriticReport> {
  const input = { episode: 1, frame }
  if (mode === 'initial') return critic.initial(input)
  if (evidence === undefined) throw new Error(`a moment of mode ${mode} has no evidence`)
  if (mode === 'intermediate') return critic.intermediate({ ...input, step, doc, trace, evidence })
  return critic.final({ ...input, doc, trace, evidence, endReason })
}

interface ExaminedAgainst {
  readonly doc: TreeDoc
  readonly first: Described | undefined
  readonly ms: number
}

function examined(
  report: CriticReport,
  { mode, truth }: ShownMoment,
  { doc, first, ms }: ExaminedAgainst,
): Examined {
  const open = report.issues.filter(({ grounded }) => grounded !== 'refuted')
  const paths = new Map(open.map(({ id, nodePath }) => [keyOf(id), nodePath]))
  const nodes = truth.flatMap(({ key, nodePath }) => {
    const named = paths.get(key)
    if (nodePath === null || named === undefined) return []
    return [named !== null && mainPath(doc, named) === nodePath]
  })
  return {
    mode,
    truth: [...new Set(truth.map(({ key }) => key))],
    claimed: [...new Set([...(report.toldBack ?? []), ...report.issues.map(({ id }) => id)].map(keyOf))],
    said: [...new Set(open.map(({ id }) => keyOf(id)))],
    nodes,
    c: report.c,
    s: report.s,
    alarm: alarmOf(report).length > 0,
    unavailable: report.unavailable !== undefined,
    ...calibrationInputs(first?.tokens ?? []),
    differ: report.picture?.differ ?? 0,
    astray: report.picture?.registered === false,
    ms,
  }
}

/** `placement@2#2` is a second issue of the same kind. */
const keyOf = (id: string): string => id.replace(/#\d+$/, '')

/** Hears what the model says to the first question of a moment. */
class FirstReplyRecorder implements VisionModel {
  readonly #vision: VisionModel
  first: Described | undefined

  constructor(vision: VisionModel) {
    this.#vision = vision
  }

  get id(): string {
    return this.#vision.id
  }

  async describe(request: Parameters<VisionModel['describe']>[0]): Promise<Described> {
    const reply = await this.#vision.describe(request)
    this.first ??= reply
    return reply
  }

  dispose(): Promise<void> {
    return this.#vision.dispose()
  }
}

/** The camera of this very moment: sets with other camera poses hang it elsewhere in every picture. */
class MovableCamera implements CameraModel {
  model: CameraModel = { width: 1, height: 1, focal: 1, eye: [0, 0, 0], lookAt: [0, 1, 0] }

  /** what a shifted picture costs is examined, too: the product reads no face in it */
  readonly tolerance = Infinity

  get width(): number {
    return this.model.width
  }
  get height(): number {
    return this.model.height
  }
  get focal(): number {
    return this.model.focal
  }
  get eye(): CameraModel['eye'] {
    return this.model.eye
  }
  get lookAt(): CameraModel['lookAt'] {
    return this.model.lookAt
  }
}
