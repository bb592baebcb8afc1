import { startModelProcess } from '#adapters/model-process/model-process.js'
import type { CameraModel } from '#base/camera-model.js'
import type { FieldMap } from '#base/field-map.js'
import type { Critic } from '#learning/critic/critic.js'
import { criticFrom, unavailableReport, type CriticQuestion } from '#learning/critic/question.js'
import type { CriticReport } from '#learning/critic/report.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import type { ListedModel } from './model-lists.js'

/**
 * The critics of a run, in a process of their own: registering a picture to the map and reading its colours takes 20 ms
 * of JavaScript and leaves garbage, which would delay a STOP by as much on the reflex loop's thread (docs/adr/0011).
 */
export interface CriticProcess {
  /** The critic of one episode after the other; several may be asked at the same time. */
  criticFor(map: FieldMap, camera: CameraModel): Critic<Evidence>
  stop(): Promise<void>
}

export interface CriticSetup {
  readonly model: ListedModel
  /** the kind of prompt that the model expects */
  readonly prompt: 'facts' | 'prose'
  /** milliseconds allowed for one answer; undefined = the critic's own default */
  readonly timeoutMs: number | undefined
}

export interface CriticJob {
  /** number of the critic, which keeps a memory of its episode */
  readonly critic: number
  readonly map: FieldMap
  readonly camera: CameraModel
  readonly question: CriticQuestion<Evidence>
}

/** @throws ModelError when the model cannot be opened */
export async function startCriticProcess(setup: CriticSetup): Promise<CriticProcess> {
  const child = await startModelProcess<CriticSetup, CriticJob, CriticReport>(
    './critic-program',
    import.meta.url,
    setup,
  )
  let critics = 0
  return {
    criticFor: (map, camera) => {
      const critic = ++critics
      return criticFrom((question) =>
        child
          .ask({ critic, map, camera, question })
          .catch((cause: Error) => unavailableReport(question, setup.model.entry.id, cause.message)),
      )
    },
    stop: () => child.stop(),
  }
}
