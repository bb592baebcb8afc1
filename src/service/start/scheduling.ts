import { holdRealTimePriority, type RealTimePriority } from '#adapters/scheduling/real-time.js'
import type { SiteConfig } from '#config/service/site-config.js'
import type { HealthReporter } from '../health-reporter.js'

/**
 * Shorter than systemd's watchdog (3 s), which needs a processor to act; the controller has braked long before
 * either.
 */
const END_AFTER_MS = 2500
const CHECK_MS = 1000
const NO_PRIORITY_HINT = 'STOP may take 0.3 s when other programs are busy; graft doctor says how to fix it'

/**
 * A robot that runs as fast as possible never sleeps and has no real time to keep: it drops its priority at the
 * first check.
 */
export const holdConfiguredRank = ({ robot }: SiteConfig, tell: (text: string) => void): RealTimePriority =>
  holdRealTimePriority({
    endAfterMs: END_AFTER_MS,
    report: tell,
    patience: robot.body === 'virtual' && robot.pace === 'fast' ? 1 : 3,
  })

/**
 * Maintains the row of the health table: a robot without real-time priority works, but should not run like that.
 * systemd grants it after READY, so the first check is a second later.
 * @returns a function that ends it
 */
export function reportRank(
  rank: RealTimePriority,
  { robot }: SiteConfig,
  healthReporter: HealthReporter,
): () => void {
  const timer = setInterval(() => {
    const { realTime, text } = rank.now()
    if (realTime) healthReporter.beat('scheduling', text)
    // a virtual robot that stops late hurts nobody
    else if (robot.body === 'virtual') healthReporter.off('scheduling', `normal: ${text}`)
    else healthReporter.fail('scheduling', `normal: ${text}. ${NO_PRIORITY_HINT}`)
  }, CHECK_MS)
  return () => {
    clearInterval(timer)
    rank.close()
  }
}
