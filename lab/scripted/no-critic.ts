import type { Critic } from '#learning/critic/critic.js'
import type { CriticReport } from '#learning/critic/report.js'

/** The paper's first configuration (VRL-22): nobody looks; what there is to learn from is trace and score. */
export const createNoCritic = (): Critic => ({
  initial: ({ episode }) => Promise.resolve(silence('initial', episode, 0)),
  intermediate: ({ episode, step }) => Promise.resolve(silence('intermediate', episode, step)),
  final: ({ episode }) => Promise.resolve(silence('final', episode, 0)),
})

const silence = (mode: CriticReport['mode'], episode: number, step: number): CriticReport => ({
  mode,
  episode,
  step,
  outcome: 'unknown',
  issues: [],
  s: 0,
  c: 0,
  summary: 'There is no critic.',
  raw: '',
  model: 'none',
  frames: [],
  unavailable: 'this run has no critic',
})
