import type { Lack } from './things.js'

export interface Skip {
  readonly title: string
  readonly lacks: readonly Lack[]
}

/** All tests that were skipped for the same reason. */
export interface Skips {
  readonly reason: string
  readonly kind: Lack['kind'] | 'none'
  readonly titles: readonly string[]
}

export function skipsOf(skips: readonly Skip[]): readonly Skips[] {
  const byReason = new Map<string, Skips>()
  for (const { title, lacks } of skips) {
    // where the computer itself says no, no package would have helped
    const lack = lacks.find(({ kind }) => kind === 'computer') ?? lacks[0]
    const reason = lack === undefined ? 'no reason is given' : `${lack.thing}: ${lack.text}`
    const titles = [...(byReason.get(reason)?.titles ?? []), title]
    byReason.set(reason, { reason, kind: lack?.kind ?? 'none', titles })
  }
  return [...byReason.values()]
}

interface Environment {
  readonly CI?: string | undefined
  readonly GRAFT_LACKS?: string | undefined
}

/** What people read at the end, and whether these skips fail the run. */
export function summary(
  skips: readonly Skips[],
  { CI, GRAFT_LACKS: why = '' }: Environment,
): { readonly text: string; readonly failed: boolean } {
  const isCI = CI !== undefined && CI !== '' && CI !== 'false'
  const fails = ({ kind }: Skips): boolean => isCI && (kind === 'none' || (kind === 'package' && why === ''))
  const count = skips.reduce((sum, { titles }) => sum + titles.length, 0)
  const lines = skips.map((each) => {
    const named = each.kind === 'none' ? each.titles.map((title) => `\n      ${title}`).join('') : ''
    return `  ${fails(each) ? '✗' : '·'} ${each.titles.length} × ${each.reason}${named}`
  })
  const failed = skips.some(fails)
  const verdict = failed
    ? ['in CI that is a failure: install what is missing, or say in GRAFT_LACKS why it cannot be had']
    : isCI && why !== '' && skips.some(({ kind }) => kind === 'package')
      ? [`allowed by GRAFT_LACKS: ${why}`]
      : []
  const text = count === 0 ? '' : [`${count} skipped`, ...lines, ...verdict].join('\n')
  return { text, failed }
}
