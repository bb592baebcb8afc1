import type { PlannedStep } from '#twin/domain/domain.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import type { Judgement, Moment } from '#worlds/run/judgement.js'

/** A skill and what it is done to. */
type Step = Pick<PlannedStep, 'skill' | 'args'>

/**
 * Who is asked before and after each step what is seen of it (PRAG-03). It knows nothing of the robot's own word, and
 * must answer at once: the reflex loop waits for it.
 */
export interface StepJudge {
  /** whether the step may be done */
  before(step: Step, moment: Moment): Judgement
  /** whether it has done what it is for */
  after(step: Step, moment: Moment): Judgement
}

/** The step of a command, as a tree has written it. */
export const stepOf = ({ skill, written }: GroundSkill): Step => ({ skill, args: written })

/** What nobody can see now though pictures show such things: that is no sign against the word of the robot. */
export const isOutOfSight = (
  { answer, unseen }: Judgement,
  /** whether something hides a fact from pictures */
  isHidden: (fact: string) => boolean,
): boolean => answer === 'not to be seen' && unseen.length > 0 && unseen.every((fact) => isHidden(fact))
