import { ms, type Ms } from '#base/units.js'
import type { Observation, SeenFact } from '#drivers/contract.js'
import type { Revised } from '#twin/permit.js'
import type { Evidence, Source } from '#worlds/run/judgement.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { observeFluents, readFluents } from '#worlds/run/observe-fluents.js'
import { formatValue, UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import { LatestReadings, type KeptReading } from './latest-readings.js'

/** What is believed of a world, with the revision to which permits are bound. */
export interface FactBelief extends Revised {
  readonly facts: Fluents
}

/** A fact that was seen to be so without a command that has made it so. */
export interface Sighting {
  readonly fact: string
  /** `UNKNOWN` where nobody knew */
  readonly believed: Value
  readonly seen: Value
}

/** A fact that changed without a command that explains it (MOD-14). */
export interface FactSurprise extends Sighting {
  readonly t: Ms
  readonly kind: 'fact-changed'
  readonly text: string
}

/** What the sensors of a robot show, by its file. */
export interface Sensing {
  /** whether a sensor is there for this fact */
  shows(fact: string): boolean
  /** how long its sensor may take to show what a skill has done */
  lag(fact: string): Ms
  /** whether a reading is believed: certain enough, and not too old */
  trusts(reading: SeenFact): boolean
  /** whether it was read off a picture */
  sourceOf(reading: SeenFact): Source
  /** whether pictures show a fact: then it may be hidden from them */
  pictures(fact: string): boolean
}

/** Who hears what was seen; called after the belief has been updated, once for each observation. */
export interface SightListener {
  /** all sightings: the surprises, and what nobody had known */
  sighted(sightings: readonly Sighting[]): void
  surprised(surprises: readonly FactSurprise[]): void
}

/** what a driver may take by its contract, whatever the robot's file says, ms */
const LEAST_LAG_MS = 500

/** A command in progress: the belief before it, and what it may lead to. */
export interface RunningCommand {
  /** when it was sent: what was read before cannot tell what it has done */
  readonly begun: Ms
  readonly before: Fluents
  readonly outcomes: readonly Fluents[]
  /** the facts unknown before that it observes: they differ between its outcomes, and it changes none of them */
  readonly sees: readonly string[]
}

const isDecided = (outcomes: readonly Fluents[], before: Fluents, fact: string): boolean =>
  outcomes.some((outcome) => outcome.get(fact) !== before.get(fact))

const isChangedBy = (running: RunningCommand | undefined, fact: string): boolean =>
  running !== undefined && isDecided(running.outcomes, running.before, fact)

/** The belief about the facts of a world, updated from what its driver observes and what succeeded commands did. */
export class FactEstimator {
  readonly #domain: TaskDomain
  readonly #sensing: Sensing
  readonly #listener: SightListener
  readonly #latest = new LatestReadings()
  /** by fact: when the command was sent that changed it last: older readings do not tell how it is */
  readonly #changed = new Map<string, Ms>()
  readonly #leftOut = new LeftOut()
  #observations = 0
  #belief: FactBelief

  constructor(domain: TaskDomain, sensing: Sensing, listener: SightListener) {
    this.#domain = domain
    this.#sensing = sensing
    this.#listener = listener
    this.#belief = { rev: 0, facts: domain.initial }
  }

  get belief(): FactBelief {
    return this.#belief
  }

  /** how many observations have arrived */
  get observations(): number {
    return this.#observations
  }

  /** What the sensors have shown of a fact last since the episode began; undefined where they have shown nothing. */
  shown(fact: string): Value | undefined {
    return this.#latest.get(fact)?.value
  }

  /** Starts an episode; the revision keeps counting, so that no old permit matches. */
  restart(): void {
    this.#latest.clear()
    this.#changed.clear()
    this.#leftOut.clear()
    this.#set(this.#domain.initial)
  }

  /**
   * Overwrites the belief with what was seen. Facts that the world does not know, impossible values, and what was read
   * before the command that changed it are ignored: a driver cannot put them into the belief.
   * @param t when the observation arrived: its readings are as old as they say then
   * @param running the running command, if any: whatever it is about to change explains itself, also on the way there
   */
  observe({ facts }: Observation, t: Ms, running?: RunningCommand): void {
    this.#observations++
    const readings = this.#read(facts, t, running)
    for (const reading of readings.values()) this.#latest.keep(reading)
    const seen = new Map([...readings].map(([fact, { value }]) => [fact, value]))
    const { state, drifts, learned } = observeFluents(this.#belief.facts, seen)
    if (state !== this.#belief.facts) this.#set(this.#domain.follow(state))
    const surprises = drifts
      .filter(({ fact }) => !isChangedBy(running, fact))
      .map((drift) => ({ ...drift, t }))
    const found = learned
      .filter((fact) => running?.sees.includes(fact) === true || !isChangedBy(running, fact))
      .map((fact) => ({ fact, believed: UNKNOWN, seen: seen.get(fact) ?? UNKNOWN }))
    if (surprises.length + found.length > 0) this.#listener.sighted([...surprises, ...found])
    if (surprises.length > 0) this.#listener.surprised(surprises)
  }

  /**
   * A command has succeeded, as its driver says. Of its outcomes the first that agrees with the sensors has come true,
   * and what it does and no sensor is there for is believed too. Where a sensor is there, it has to have shown what the
   * outcome changes; what it leaves as it was may be out of sight. All other facts stay as they are believed now: much
   * may have been seen while the command ran. What the command was to observe is as the sensors have said, and unknown
   * where they have said nothing.
   * @param since number of observations (`observations`) from which on they show the world after the command
   * @param isLast nothing more will be seen: until then, a fact of which nothing was said may yet show another outcome
   * @param isHidden whether nobody can see a fact now: it is believed as if no sensor were there for it
   * @returns whether an outcome has come true
   */
  conclude(
    { begun, before, outcomes, sees }: RunningCommand,
    since: number,
    isLast: boolean,
    isHidden: (fact: string) => boolean = () => false,
  ): boolean {
    const { facts } = this.#belief
    const decided = [...facts.keys()].filter((fact) => isDecided(outcomes, before, fact))
    const fits = (fact: string, value: Value | undefined): boolean => {
      if (sees.includes(fact)) return facts.get(fact) === UNKNOWN || facts.get(fact) === value
      const latest = this.#latest.get(fact)
      if (latest !== undefined && latest.at > since) return latest.value === value || value === UNKNOWN
      if (value === UNKNOWN || !this.#sensing.shows(fact) || isHidden(fact)) return true
      // what has come to be so while the command ran was seen too, though it may be out of sight by now
      return value === before.get(fact) ? isLast : latest?.value === value
    }
    const outcome = outcomes.find((each) => decided.every((fact) => fits(fact, each.get(fact))))
    if (outcome === undefined) return false
    const after = new Map(facts)
    for (const fact of decided) {
      this.#changed.set(fact, begun)
      const value = outcome.get(fact)
      const shown = (this.#latest.get(fact)?.at ?? 0) > since
      if (value !== undefined && !sees.includes(fact) && !(value === UNKNOWN && shown)) after.set(fact, value)
    }
    this.#set(this.#domain.follow(after))
    return true
  }

  /** How long the sensors may take to show what a command has done, from the first look after it. */
  lagOf({ before, outcomes, sees }: RunningCommand): Ms {
    const decided = [...before.keys()].filter(
      (fact) => sees.includes(fact) || isDecided(outcomes, before, fact),
    )
    return ms(Math.max(LEAST_LAG_MS, ...decided.map((fact) => this.#sensing.lag(fact))))
  }

  /**
   * What the sensors show of what a command was to change, and which readings were left out, in words: for whoever
   * looks for the reason why it counts as failed.
   * @param since as in `conclude`
   */
  account({ before, outcomes, sees }: RunningCommand, since: number): string {
    const changed = [...before.keys()].filter(
      (fact) => this.#sensing.shows(fact) && (sees.includes(fact) || isDecided(outcomes, before, fact)),
    )
    const shown = changed.slice(0, MAX_ACCOUNTED).map((fact) => {
      const latest = this.#latest.get(fact)
      return latest !== undefined && latest.at > since
        ? `${fact} is ${formatValue(latest.value)}`
        : `${fact} was not seen since`
    })
    return [...shown, ...this.#leftOut.words].join('; ')
  }

  /** What is seen that nothing has made otherwise since: before a step begins. */
  get standing(): Evidence {
    return this.#latest.standing(this.#belief.facts)
  }

  /** What is seen of what a command has done. @param since as in `conclude` */
  evidence(running: RunningCommand, since: number): Evidence {
    const { outcomes, before, sees } = running
    const isOpen = (fact: string): boolean => sees.includes(fact) || isDecided(outcomes, before, fact)
    return this.#latest.since(running, { since, isOpen, believed: this.#belief.facts })
  }

  /** Whether pictures show such a fact, and nothing was read of it since: something hides it. */
  isHidden(fact: string, since: number): boolean {
    return this.#sensing.pictures(fact) && (this.#latest.get(fact)?.at ?? 0) <= since
  }

  #read(
    facts: Observation['facts'],
    t: Ms,
    running: RunningCommand | undefined,
  ): ReadonlyMap<string, KeptReading> {
    const seen = new Map<string, KeptReading>()
    const twice = new Set<string>()
    this.#leftOut.clear()
    for (const reading of facts) {
      const { fact, value, ageMs } = reading
      const read = readFluents({ [fact]: value }, this.#domain.sorts)
      if (!read.ok) this.#leftOut.add(read.error.join('; '))
      else if (!this.#sensing.trusts(reading)) this.#leftOut.add(untrusted(reading))
      else
        for (const [name, known] of read.value) {
          const isExplained = running?.sees.includes(name) === true || isChangedBy(running, name)
          if (isExplained && running !== undefined) this.#changed.set(name, running.begun)
          const changed = this.#changed.get(name)
          const isNew = t - ageMs >= (changed ?? -Infinity)
          // of two that disagree nobody knows which is right
          if (isNew && (seen.get(name)?.value ?? known) !== known) twice.add(name)
          else if (isNew) seen.set(name, this.#kept(name, known, reading, t))
          else
            this.#leftOut.add(
              `${name} = ${formatValue(known)} is older than its command, ${Math.round(ageMs)} ms`,
            )
        }
    }
    for (const name of twice) {
      seen.delete(name)
      this.#leftOut.add(`${name} is given twice in one answer, with different values`)
    }
    return seen
  }

  #kept(fact: string, value: Value, reading: SeenFact, t: Ms): KeptReading {
    const { confidence, ageMs } = reading
    const source = this.#sensing.sourceOf(reading)
    return { fact, value, confidence, source, at: this.#observations, taken: ms(t - ageMs) }
  }

  #set(facts: Fluents): void {
    this.#belief = { rev: this.#belief.rev + 1, facts }
  }
}

/** The readings of the newest observation that are not believed, in words. */
class LeftOut {
  #words: string[] = []

  get words(): readonly string[] {
    return this.#words
  }

  add(text: string): void {
    if (this.#words.length < MAX_ACCOUNTED) this.#words.push(`a reading is left out: ${text}`)
  }

  clear(): void {
    this.#words = []
  }
}

/** facts, and readings, that are named where a command counts as failed */
const MAX_ACCOUNTED = 3

const untrusted = ({ fact, value, confidence, ageMs }: SeenFact): string =>
  `${fact} = ${String(value).slice(0, 40)}, certain to ${confidence}, ${Math.round(ageMs)} ms old; ` +
  'the robot file has no sensor for it, or asks for more'
