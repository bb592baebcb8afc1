import axe from 'axe-core'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string }[]
}

/**
 * What axe-core finds wrong with a page for people who do not see it, or not well, or have no mouse: moderate, serious
 * and critical faults, each with the first place of it.
 */
export async function faultsOfAccess(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${axe.source}; undefined`)
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>('axe.run()')
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, impact, nodes }) => `${impact} ${id}, ${nodes.length} times: ${nodes[0]?.html.slice(0, 120)}`)
}
