import type { Database } from '../database/sqlite.js'

/** How an operator judged a report of the critic (CRIT-08). */
type AuditResult = 'operational' | 'grounding' | 'causal' | 'incomplete'

export interface Audit {
  readonly run: string
  readonly episode: number
  /** index of the report in the episode, from 0 */
  readonly report: number
  readonly verdict: AuditResult
  readonly by: string
  readonly note?: string
}

export interface AuditCounts {
  readonly counts: Readonly<Record<AuditResult, number>>
  readonly total: number
  /** share of the judged reports, 0…1; null when none was judged */
  readonly operationalShare: number | null
}

export function readAudits(db: Database): AuditCounts {
  const counts: Record<AuditResult, number> = { operational: 0, grounding: 0, causal: 0, incomplete: 0 }
  for (const row of db.prepare('SELECT verdict, count(*) AS n FROM audits GROUP BY verdict').all())
    counts[String(row['verdict']) as AuditResult] = Number(row['n'])
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return { counts, total, operationalShare: total === 0 ? null : counts.operational / total }
}
