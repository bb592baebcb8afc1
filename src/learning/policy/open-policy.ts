import { unreadable, type PolicyRows } from './records.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { PolicyManager } from './policy-manager.js'
import { readPolicyEvent } from './events.js'
import { POLICY_RULES, type PolicyRules } from './judge.js'

/** The policy slots of a field; a field without any begins with `initial`, which counts as good. */
export async function openPolicy(
  rows: PolicyRows,
  field: string,
  initial: TreeDoc,
  rules: PolicyRules = POLICY_RULES,
): Promise<Result<PolicyManager, Diagnostic>> {
  try {
    rows.slotEvents(field).forEach(readPolicyEvent)
  } catch (error) {
    return err(unreadable(field, error instanceof Error ? error.message : String(error)))
  }
  const manager = new PolicyManager(rows, field, initial, rules)
  const begun = await manager.begin()
  return begun.ok ? ok(manager) : begun
}
