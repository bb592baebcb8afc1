import type { Sample } from './samples.js'

/** Prompts that share their beginning, up to the tree; the trainer computes that beginning once. */
export interface Group {
  readonly prefix: string
  readonly items: readonly Item[]
}

export interface Item {
  readonly suffix: string
  readonly answer: string
  /** the edit of the answer, or `none`: the score is reported for each */
  readonly kind: string
}

/** Cuts samples where their prompts part: behind the tree. */
export function groupsOf(samples: readonly Sample[]): Group[] {
  const byPrefix = new Map<string, Item[]>()
  for (const { prompt, label, kind } of samples) {
    const cut = prompt.indexOf('\nISSUES:')
    const items = byPrefix.get(prompt.slice(0, cut)) ?? []
    items.push({ suffix: prompt.slice(cut), answer: label.answer, kind })
    byPrefix.set(prompt.slice(0, cut), items)
  }
  return [...byPrefix].map(([prefix, items]) => ({ prefix, items }))
}
