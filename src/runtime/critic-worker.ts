import type { Clock } from '#base/clock.js'
import type { TreeDoc } from '#bt/document.js'
import type { AlarmRecord, EndReason } from '#learning/episode.js'
import { alarmOf } from '#learning/critic/alarm.js'
import type { Critic } from '#learning/critic/critic.js'
import type { AttemptDigest } from '#learning/critic/attempts.js'
import {
  newPictureWarnings,
  poseWarnings,
  type PictureWarning,
} from '#learning/field/critic/picture-warnings.js'
import { unjudged, type AlarmReason, type CriticReport } from '#learning/critic/report.js'
import type { Camera, Frame } from '#learning/ports.js'
import type { TraceRecorder, UnitEnd } from './trace-recorder.js'

export interface CriticWorkerOptions<E> {
  readonly episode: number
  readonly doc: TreeDoc
  readonly critic: Critic<E>
  readonly camera: Pick<Camera, 'capture'>
  readonly clock: Clock
  readonly trace: TraceRecorder
  /** tallies of the earlier episodes */
  readonly attempts: AttemptDigest
  /** the INITIAL report of the previous episode: people are not alerted again to what it said */
  readonly previousInitial?: CriticReport | undefined
  /** what the sensors report now, for grounding */
  readonly evidence: () => E
  /** called with each picture that the critic is shown */
  readonly onFrame: (frame: Frame) => void
}

/** A report and the alarm that it raised. */
export interface ReportWithAlarm {
  readonly report: CriticReport
  readonly alarm: AlarmRecord | null
}

export interface UnitReport extends ReportWithAlarm {
  readonly end: UnitEnd
  /** first trace event after the previous unit */
  readonly fromSeq: number
}

/** What an episode asks of its critic. */
export interface EpisodeCritic {
  initial(): Promise<ReportWithAlarm>
  /** Asks the critic about a unit of the tree that has ended. */
  judgeUnit(end: UnitEnd): void
  /** Returns the units whose reports have arrived, each once. */
  ready(): readonly UnitReport[]
  /** As `ready`, once every question has been answered. */
  settle(): Promise<readonly UnitReport[]>
  /** As `ready`, without waiting any longer: the critic hangs, and a late answer is ignored. */
  abandonPending(): readonly UnitReport[]
  /** Substitutes for a report that does not arrive (AMB-03). */
  missingReport(mode: CriticReport['mode'], outcome: CriticReport['outcome'], step?: number): ReportWithAlarm
  final(endReason: EndReason): Promise<ReportWithAlarm>
}

/**
 * Takes pictures at the moments that matter and queries the critic, one question at a time and without blocking the
 * reflex loop (AMB-09). Picture and evidence date from the call; the answer may arrive later.
 */
export class CriticWorker<E> implements EpisodeCritic {
  readonly #options: CriticWorkerOptions<E>
  #ready: UnitReport[] = []
  #unanswered: { readonly end: UnitEnd; readonly fromSeq: number; readonly step: number }[] = []
  #pending: Promise<void> = Promise.resolve()
  #nextSeq = 0
  #step = 0
  /** why the newest picture could not be taken */
  #captureError: string | undefined
  /** people have been told that the camera is not where it was measured */
  #knowsOfPose = false

  constructor(options: CriticWorkerOptions<E>) {
    this.#options = options
  }

  async initial(): Promise<ReportWithAlarm> {
    const { critic } = this.#options
    const frame = await this.#capture()
    const report = await critic.initial({ ...this.#moment(), frame })
    this.#knowsOfPose = poseWarnings(report).length > 0
    return this.#withAlarm(report, newPictureWarnings(report, this.#options.previousInitial))
  }

  judgeUnit(end: UnitEnd): void {
    const { critic } = this.#options
    const step = ++this.#step
    const fromSeq = this.#nextSeq
    this.#nextSeq = end.event.seq + 1
    const picture = this.#capture()
    const moment = this.#moment()
    const part = { from: fromSeq, to: end.event.seq }
    const question = { end, fromSeq, step }
    this.#unanswered.push(question)
    this.#pending = this.#pending.then(async () => {
      const report = await critic.intermediate({ ...moment, step, part, frame: await picture })
      if (!this.#unanswered.includes(question)) return
      this.#unanswered = this.#unanswered.filter((other) => other !== question)
      this.#ready.push({ end, fromSeq, ...this.#withAlarm(report, this.#newPoseWarnings(report)) })
    })
  }

  ready(): readonly UnitReport[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  async settle(): Promise<readonly UnitReport[]> {
    await this.#pending
    return this.ready()
  }

  abandonPending(): readonly UnitReport[] {
    const given = this.#unanswered.map(({ end, fromSeq, step }) => ({
      end,
      fromSeq,
      ...this.missingReport('intermediate', 'unknown', step),
    }))
    this.#unanswered = []
    return [...this.ready(), ...given]
  }

  missingReport(mode: CriticReport['mode'], outcome: CriticReport['outcome'], step = 0): ReportWithAlarm {
    const unavailable = 'it gave no answer in time'
    const moment = { mode, episode: this.#options.episode, step }
    return this.#withAlarm(unjudged(moment, { outcome, model: 'none', unavailable }))
  }

  async final(endReason: EndReason): Promise<ReportWithAlarm> {
    const { critic, attempts } = this.#options
    const frame = await this.#capture()
    const report = await critic.final({ ...this.#moment(), frame, endReason, attempts })
    return this.#withAlarm(report, this.#newPoseWarnings(report))
  }

  /**
   * A camera that was bumped since the first picture: told once. One picture that does not tell may be one with
   * somebody in front of the camera; at the end that counts, too.
   */
  #newPoseWarnings(report: CriticReport): readonly PictureWarning[] {
    const isSure = report.mode === 'final' || report.picture?.astray?.error !== null
    const warnings = this.#knowsOfPose || !isSure ? [] : poseWarnings(report)
    if (warnings.length > 0) this.#knowsOfPose = true
    return warnings
  }

  async #capture(): Promise<Frame | null> {
    try {
      const frame = await this.#options.camera.capture()
      this.#options.onFrame(frame)
      this.#captureError = undefined
      return frame
    } catch (error) {
      // a camera that fails must not end an episode: the critic reports that it saw nothing (AMB-03)
      this.#captureError = error instanceof Error ? error.message : String(error)
      return null
    }
  }

  #moment() {
    const { episode, doc, trace, evidence } = this.#options
    return { episode, doc, trace: [...trace.operating], evidence: evidence() }
  }

  /** @param remarks what somebody should fix about the picture before the robot moves */
  #withAlarm(report: CriticReport, remarks: readonly PictureWarning[] = []): ReportWithAlarm {
    const reasons: AlarmReason[] = [...alarmOf(report)]
    if (remarks.length > 0) reasons.push('picture')
    if (reasons.length === 0) return { report, alarm: null }
    const { mode, step, s, c, summary } = report
    const reported = [
      ...remarks.map((remark) => remark.text),
      ...(alarmOf(report).length > 0 ? [summary] : []),
    ]
    const text = reported.join('; ') + (this.#captureError === undefined ? '' : ` (${this.#captureError})`)
    return { report, alarm: { t: this.#options.clock.now(), mode, step, reasons, s, c, text } }
  }
}
