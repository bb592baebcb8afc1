export { expectedScore, type Expectation } from './expected-score.js'
export { playFast, type FastEpisode } from './play-fast.js'
export type { Luck } from './body/ground.js'
export { bestPlan, type BestPlan, type PlanOptions } from './best-plan.js'
