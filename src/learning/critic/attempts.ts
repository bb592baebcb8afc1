/** Counts of earlier attempts at the same task, for LAGEA-05. */
export interface AttemptDigest {
  readonly successes: number
  readonly failures: number
  /** most frequent impacts of the last attempts, at most three */
  readonly top: readonly string[]
  readonly lastFix: string
}

/** Counts over the last K attempts; only the last fix depends on their order (LAGEA-05). */
export function digestAttempts(
  attempts: readonly {
    readonly success: boolean
    readonly impacts: readonly string[]
    readonly fix: string
  }[],
  k = 10,
): AttemptDigest {
  const last = attempts.slice(-k)
  const counts = new Map<string, number>()
  for (const impact of last.flatMap(({ impacts }) => impacts))
    counts.set(impact, (counts.get(impact) ?? 0) + 1)
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([impact]) => impact)
  return {
    successes: last.filter(({ success }) => success).length,
    failures: last.filter(({ success }) => !success).length,
    top: ranked.slice(0, 3),
    lastFix: last.at(-1)?.fix ?? '',
  }
}

export function attemptText({ successes, failures, top, lastFix }: AttemptDigest): string {
  const common = top.length === 0 ? '' : `; most frequent: ${top.slice(0, 3).join(', ')}`
  return `${successes} succeeded, ${failures} failed${common}; last fix: ${lastFix === '' ? '(n/a)' : lastFix}`
}
