import type { Critic } from '#learning/critic/critic.js'
import type { CriticMode, CriticReport } from '#learning/critic/report.js'

/**
 * Not a critic: it stands in for one where a class of faults is about line, robot or process, and no picture is looked
 * at. It finds nothing, ever, and signs as what it is.
 */
export const STAND_IN_CRITIC: Critic = {
  initial: ({ episode }) => nothing('initial', episode, 0),
  intermediate: ({ episode, step }) => nothing('intermediate', episode, step),
  final: ({ episode }) => nothing('final', episode, 0),
}

const nothing = (mode: CriticMode, episode: number, step: number): Promise<CriticReport> =>
  Promise.resolve({
    mode,
    episode,
    step,
    outcome: 'unknown',
    issues: [],
    s: 0,
    c: 1,
    summary: 'the fault bench asks nobody here',
    raw: '',
    model: 'stand-in of the fault bench',
    frames: [],
  })
