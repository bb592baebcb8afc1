import type { Clock } from '#base/clock.js'
import type { TreeDoc } from '#bt/document.js'
import type { AlarmRecord, EndReason } from '#learning/episode.js'
import { alarmOf } from '#learning/critic/alarm.js'
import type { Critic, Evidence } from '#learning/critic/critic.js'
import type { AttemptDigest } from '#learning/critic/dialogue/prompt.js'
import { newPictureWarnings, type PictureWarning } from '#learning/critic/picture-warnings.js'
import type { AlarmReason, CriticReport } from '#learning/critic/report.js'
import type { Camera, Frame } from '#learning/ports.js'
import type { TraceRecorder, UnitEnd } from './trace-recorder.js'

export interface CriticWorkerOptions {
  readonly episode: number
  readonly doc: TreeDoc
  readonly critic: Critic
  readonly camera: Camera
  readonly clock: Clock
  readonly trace: TraceRecorder
  /** the episodes before, counted */
  readonly attempts: AttemptDigest
  /** the INITIAL report of the episode before: people are not called again for what was told then */
  readonly firstLook?: CriticReport | undefined
  /** what the sensors know now, for grounding */
  readonly evidence: () => Evidence
  /** each picture that the critic is shown */
  readonly onFrame: (frame: Frame) => void
}

/** A report and the alarm that it raised. */
export interface Reported {
  readonly report: CriticReport
  readonly alarm: AlarmRecord | null
}

export interface UnitSeen extends Reported {
  readonly end: UnitEnd
  /** first event of the trace since the unit before */
  readonly fromSeq: number
}

/**
 * Takes pictures when they matter and asks the critic, one question at a time and never in the reflex loop's way
 * (AMB-09). Picture and evidence are of the moment of the call; the answer may come later.
 */
export class CriticWorker {
  readonly #options: CriticWorkerOptions
  #ready: UnitSeen[] = []
  #open: { readonly end: UnitEnd; readonly fromSeq: number; readonly step: number }[] = []
  #pending: Promise<void> = Promise.resolve()
  #nextSeq = 0
  #step = 0
  /** why the newest picture could not be had */
  #blind: string | undefined

  constructor(options: CriticWorkerOptions) {
    this.#options = options
  }

  async initial(): Promise<Reported> {
    const { critic } = this.#options
    const frame = await this.#picture()
    const report = await critic.initial({ ...this.#moment(), frame })
    return this.#reported(report, newPictureWarnings(report, this.#options.firstLook))
  }

  /** A unit of the tree has ended. */
  look(end: UnitEnd): void {
    const { critic } = this.#options
    const step = ++this.#step
    const fromSeq = this.#nextSeq
    this.#nextSeq = end.event.seq + 1
    const picture = this.#picture()
    const moment = this.#moment()
    const question = { end, fromSeq, step }
    this.#open.push(question)
    this.#pending = this.#pending.then(async () => {
      const report = await critic.intermediate({ ...moment, step, frame: await picture })
      if (!this.#open.includes(question)) return
      this.#open = this.#open.filter((other) => other !== question)
      this.#ready.push({ end, fromSeq, ...this.#reported(report) })
    })
  }

  /** Units whose report is there, each once. */
  ready(): readonly UnitSeen[] {
    const ready = this.#ready
    this.#ready = []
    return ready
  }

  /** The same after everything that was asked has been answered. */
  async settle(): Promise<readonly UnitSeen[]> {
    await this.#pending
    return this.ready()
  }

  /** The same without waiting any longer: the critic hangs, and what it says later is not heard. */
  giveUp(): readonly UnitSeen[] {
    const given = this.#open.map(({ end, fromSeq, step }) => ({
      end,
      fromSeq,
      ...this.absent('intermediate', 'unknown', step),
    }))
    this.#open = []
    return [...this.ready(), ...given]
  }

  /** In the place of a report that does not come (AMB-03). */
  absent(mode: CriticReport['mode'], outcome: CriticReport['outcome'], step = 0): Reported {
    const why = 'it gave no answer in time'
    const judgement = { issues: [], s: 0, c: 0, summary: `The critic could not judge: ${why}.`, raw: '' }
    const { episode } = this.#options
    return this.#reported({
      mode,
      episode,
      step,
      outcome,
      ...judgement,
      model: 'none',
      frames: [],
      unavailable: why,
    })
  }

  async final(endReason: EndReason): Promise<Reported> {
    const { critic, attempts } = this.#options
    const frame = await this.#picture()
    return this.#reported(await critic.final({ ...this.#moment(), frame, endReason, attempts }))
  }

  async #picture(): Promise<Frame | null> {
    try {
      const frame = await this.#options.camera.capture()
      this.#options.onFrame(frame)
      this.#blind = undefined
      return frame
    } catch (error) {
      // a camera that fails must not end an episode: the critic reports that it saw nothing (AMB-03)
      this.#blind = error instanceof Error ? error.message : String(error)
      return null
    }
  }

  #moment() {
    const { episode, doc, trace, evidence } = this.#options
    return { episode, doc, trace: [...trace.operating], evidence: evidence() }
  }

  /** @param remarks what a person should put right about the picture before the robot moves */
  #reported(report: CriticReport, remarks: readonly PictureWarning[] = []): Reported {
    const reasons: AlarmReason[] = [...alarmOf(report)]
    if (remarks.length > 0) reasons.push('picture')
    if (reasons.length === 0) return { report, alarm: null }
    const { mode, step, s, c, summary } = report
    const reported = [
      ...remarks.map((remark) => remark.text),
      ...(alarmOf(report).length > 0 ? [summary] : []),
    ]
    const text = reported.join('; ') + (this.#blind === undefined ? '' : ` (${this.#blind})`)
    return { report, alarm: { t: this.#options.clock.now(), mode, step, reasons, s, c, text } }
  }
}
