import { holdRank, type Rank } from '#adapters/scheduling/real-time.js'
import type { SiteConfig } from '#config/service/site-config.js'
import type { HealthReporter } from '../health-reporter.js'

/** Before systemd's watchdog (3 s), which needs a processor to act; the controller has braked long before either. */
const END_AFTER_MS = 2500
const LOOK_MS = 1000
const SLOW = 'STOP may take 0.3 s when other programs are busy; graft doctor says how to mend it'

/** A robot as fast as the machine never rests, and has no real time to keep: it gives a rank back at the first look. */
export const rankOf = ({ robot }: SiteConfig, tell: (text: string) => void): Rank =>
  holdRank({
    endAfterMs: END_AFTER_MS,
    tell,
    patience: robot.body === 'virtual' && robot.pace === 'fast' ? 1 : 3,
  })

/**
 * Keeps the row of the health table: a robot without the rank works, and should not. systemd gives it after
 * READY, so the first look is a second later.
 * @returns ends it
 */
export function showRank(rank: Rank, { robot }: SiteConfig, healthReporter: HealthReporter): () => void {
  const timer = setInterval(() => {
    const { realTime, text } = rank.now()
    if (realTime) healthReporter.beat('scheduling', text)
    // nobody is hurt by a virtual robot that stops late
    else if (robot.body === 'virtual') healthReporter.off('scheduling', `normal: ${text}`)
    else healthReporter.fail('scheduling', `normal: ${text}. ${SLOW}`)
  }, LOOK_MS)
  return () => {
    clearInterval(timer)
    rank.close()
  }
}
