import { visibleInLine } from '#base/visible.js'
import type { Alarm } from '#learning/alarms.js'
import type { AlarmRecord, EpisodeRecord } from '#learning/episode.js'
import type { LinkProgress } from '#app/connections/await-controller.js'
import { describeLate } from '#app/command-line/words.js'
import type { Output, RunEnd, RunView, StepProgress } from '#app/view.js'
import { alarmLine, isDebugNote, linkLine } from './lines.js'
import { printable, type Paint } from './paint.js'

type Step = Pick<StepProgress, 'skill' | 'args'>

export interface StepViewOptions {
  readonly paint: Paint
  /** the steps that are meant to be taken: one that is taken has its number there */
  readonly plan: readonly Step[]
  /** a step as people read it */
  readonly say: (step: Step) => string
}

/** Tells a person what is done, step by step, and what comes of it: for a run in which nothing is learned. */
export class StepView implements RunView {
  readonly #out: Output
  readonly #options: StepViewOptions
  /** the plan is done as far as this, in steps */
  #done = 0
  /** the line of the step that is being taken, and whether something has been printed since it was begun */
  #open: { readonly head: string; isLast: boolean } | undefined

  constructor(out: Output, options: StepViewOptions) {
    this.#out = out
    this.#options = options
  }

  start(): void {
    // the plan has been shown
  }

  unit(): void {
    // its steps are told one by one
  }

  step({ status, reason, judged, ...step }: StepProgress): void {
    if (status === 'begun') return this.#begin(step)
    if (status === 'skipped') return
    if (status === 'done') this.#done = this.#numberOf(step) ?? this.#done
    if (this.#open === undefined) this.#begin(step)
    this.#close(this.#wordsOf(status, status === 'done' ? (judged ?? '') : reason))
  }

  assessment(): void {
    // what is to be known of it is an alarm
  }

  alarm(_episode: number, _call: AlarmRecord, raised: readonly Alarm[]): void {
    for (const { record } of raised) this.#print(alarmLine(record, this.#options.paint))
  }

  episode({ drifts = [] }: EpisodeRecord): void {
    for (const { text } of drifts.slice(0, MOST_SEEN))
      this.#print(`  ${this.#options.paint.warn('seen:')} ${printable(text, MOST_LETTERS)}`)
  }

  edit(): void {
    // nobody edits the tree
  }

  link(progress: LinkProgress): void {
    if (!isDebugNote(progress)) this.#print(linkLine(progress, this.#options.paint))
  }

  end({ reportPath, timing }: RunEnd): void {
    const late = timing && describeLate(timing)
    if (late !== undefined) this.#print(this.#options.paint.warn(`late: ${late}`))
    if (reportPath !== undefined) this.#print(`report: ${visibleInLine(reportPath)}`)
  }

  pause(isAsked: boolean): void {
    if (isAsked) this.#interrupt()
  }

  close(): void {
    this.#interrupt()
  }

  #begin(step: Step): void {
    const number = this.#numberOf(step)
    const { plan, say } = this.#options
    // as the plan has it: ports that are as by default were not shown there either
    const text = printable(say(number === undefined ? step : (plan[number - 1] ?? step)))
    const head = `  ${number === undefined ? '' : `${number}. `}${text} ... `
    this.#interrupt()
    this.#open = { head, isLast: true }
    this.#out.write(head)
  }

  #close(words: string): void {
    if (this.#open === undefined) return
    this.#out.write(`${this.#open.isLast ? '' : this.#open.head}${words}\n`)
    this.#open = undefined
  }

  /** @param more what it was judged by, or why it failed */
  #wordsOf(status: 'done' | 'failed' | 'left', more: string): string {
    const { paint } = this.#options
    const text = printable(more, MOST_LETTERS)
    if (status === 'done') return `${paint.good('done')}${text === '' ? '' : ` (${text})`}`
    if (status === 'left') return paint.warn('left off')
    return `${paint.bad('failed')}${text === '' ? '' : `: ${text}`}`
  }

  #print(line: string): void {
    this.#interrupt()
    this.#out.write(`${line}\n`)
  }

  /** Something else is printed while a step is under way. */
  #interrupt(): void {
    if (this.#open?.isLast !== true) return
    this.#out.write('\n')
    this.#open.isLast = false
  }

  /** The next one of the plan like it, or an earlier one that is taken again; from 1. */
  #numberOf(step: Step): number | undefined {
    const places = this.#options.plan.flatMap((planned, at) => (isSame(planned, step) ? [at + 1] : []))
    return places.find((place) => place > this.#done) ?? places.at(-1)
  }
}

/** A tree writes ports that a plan leaves out. */
const isSame = (planned: Step, { skill, args }: Step): boolean =>
  planned.skill === skill && Object.entries(planned.args).every(([port, value]) => args[port] === value)

/** surprises that are told of one by one; the report has all */
const MOST_SEEN = 6
const MOST_LETTERS = 300
