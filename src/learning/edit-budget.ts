/** Limits on how much one report of the critic may change the tree. */
export interface EditBudgetRules {
  /** edits per patch while nothing succeeds yet, and when everything does */
  readonly most: number
  readonly least: number
  /** weight of the newest episode in the running mean of success, (0, 1] */
  readonly newest: number
}

export const EDIT_BUDGET: EditBudgetRules = { most: 12, least: 2, newest: 0.5 }

/**
 * The patch budget: how many edits the actor may make after these episodes. LAGEA's adaptive guidance weight, ρ = ρ_min
 * + (ρ_max − ρ_min)(1 − P) with P the running mean of success (lagea.txt 3.4), counted in edits: a tree that achieves
 * little may be rebuilt in one step, a good one is changed with care (docs/adr/0013).
 *
 * @param shares how much of the task each episode achieved that was not interrupted, 0…1, oldest first
 */
export function patchBudget(
  shares: readonly number[],
  { most, least, newest }: EditBudgetRules = EDIT_BUDGET,
): number {
  const [first = 0, ...later] = shares
  const success = later.reduce((mean, share) => mean + newest * (share - mean), first)
  return Math.round(least + (most - least) * (1 - success))
}
