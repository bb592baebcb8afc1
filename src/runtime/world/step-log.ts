import type { Attempt } from '#robots/driver/attempts.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { Fluents } from '#worlds/value.js'
import type { RunListener } from '../run-event.js'
import type { SessionJournal } from './skill-journal.js'

type LoggedStep = Pick<PlannedStep, 'skill' | 'args'>

/** Keeps each step of an episode, so that somebody else can go on from there when this process ends at once. */
export interface StepLog {
  /**
   * A step is about to be sent. It is kept when this returns.
   * @param done where nobody can wait for the disk: it is kept once this is called
   */
  begins(step: LoggedStep, belief: Fluents, done?: (failure: Error | null) => void): void
  /** @param canWait whether the disk may be waited for */
  ended(attempt: Attempt, canWait: boolean): void
}

/** What the episode believes and has tried; it is asked while a step begins or has ended. */
export interface Stepping {
  readonly belief: () => Fluents
  readonly attempts: () => readonly Attempt[]
}

/** The journal of an episode's commands and the ear for its events, with a log of its steps beside them. */
export class LoggedSteps {
  readonly #log: StepLog
  readonly #episode: Stepping
  #isVirtual = true
  /** attempts that have been logged */
  #logged = 0

  constructor(log: StepLog, episode: Stepping) {
    this.#log = log
    this.#episode = episode
  }

  /** No command leaves before the log has its step, too. */
  journal(own: (virtual: boolean) => SessionJournal): (virtual: boolean) => SessionJournal {
    return (virtual) => {
      this.#isVirtual = virtual
      const inner = own(virtual)
      return virtual ? this.#waiting(inner) : this.#beside(inner)
    }
  }

  listen(own: RunListener): RunListener {
    return (event, episode) => {
      if (event.kind === 'feedback') {
        const attempts = this.#episode.attempts()
        // a step that was stopped, or that the driver refused, is no attempt
        for (const attempt of attempts.slice(this.#logged)) this.#log.ended(attempt, this.#isVirtual)
        this.#logged = attempts.length
      }
      own(event, episode)
    }
  }

  #waiting({ journal }: SessionJournal): SessionJournal {
    return {
      journal: (entry) => {
        if (entry.kind === 'issued') this.#log.begins(stepOf(entry.command), this.#episode.belief())
        journal?.(entry)
      },
    }
  }

  #beside({ journal, journaled }: SessionJournal): SessionJournal {
    const kept = new Set<number>()
    const passed = new Set<number>()
    let failure: Error | null = null
    return {
      journal: (entry) => {
        if (entry.kind === 'issued') {
          const { id } = entry.command
          this.#log.begins(stepOf(entry.command), this.#episode.belief(), (cause) => {
            if (cause === null) kept.add(id)
            else failure = cause
          })
        }
        journal?.(entry)
      },
      journaled: (id) => {
        if (failure !== null) throw new Error(`the log of the order cannot be written: ${failure.message}`)
        if (!passed.has(id) && journaled?.(id) !== false) passed.add(id)
        return passed.has(id) && kept.delete(id)
      },
    }
  }
}

const stepOf = ({
  skill,
  params,
}: {
  readonly skill: string
  readonly params: Readonly<Record<string, unknown>>
}): LoggedStep => ({
  skill,
  args: Object.fromEntries(Object.entries(params).map(([port, given]) => [port, String(given)])),
})
