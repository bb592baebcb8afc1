import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Judgement, Moment } from '#worlds/run/judgement.js'
import { seenAfter, seenBefore, type AllSeen } from './outcomes.js'

type Step = Pick<PlannedStep, 'skill' | 'args'>

/** Whether a step may be done, by what is seen. */
export function judgeBefore(domain: DataDomain, step: Step, moment: Moment): Judgement {
  const seen = seenBefore(domain, step, moment)
  return seen.ok ? judgementOf(seen.value) : NOTHING_ASKED
}

/** Whether a step has done what it is for, by what is seen: the robot's own word does not matter here. */
export function judgeAfter(domain: DataDomain, step: Step, moment: Moment): Judgement {
  const seen = seenAfter(domain, step, moment)
  return seen.ok ? judgementOf(seen.value) : NOTHING_ASKED
}

function judgementOf({ answer, confidence, because, missing, each }: AllSeen): Judgement {
  const by = (['sensor', 'sight'] as const).filter((source) => because.some((one) => one.source === source))
  const open = each.filter((one) => one.answer === answer)
  return {
    answer,
    confidence,
    by: answer === 'not to be seen' ? [] : by,
    what: answer === 'yes' ? '' : open.map(({ text }) => text).join(' and '),
    unseen: answer === 'not to be seen' ? missing : [],
  }
}

/** A step that the world does not know is for the twin to refuse. */
const NOTHING_ASKED: Judgement = {
  answer: 'not to be seen',
  confidence: 1,
  by: [],
  what: '',
  unseen: [],
}
