import { basename } from 'node:path'
import { formatDiagnostic } from '#base/diagnostic.js'
import { planOf } from '#robots/plan/plan-of.js'
import { formatStep } from '#twin/domain/domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import { PLAN_LIMITS } from '#twin/plan/limits.js'
import { checkConditions } from '#worlds/condition/tree-conditions.js'
import { withTask } from '#worlds/task/with-task.js'
import { fine, ofProblem, worthALook, wrong, type Finding } from './finding.js'
import type { RulesFolder, TreeFile } from './read-folder.js'

/** What the plan check says of a tree, as `expect.yaml` holds it. */
export function treeJudgement({ doc, task }: TreeFile, { domain, library }: RulesFolder): string {
  if (!doc.ok) return `cannot be read: ${doc.error[0]?.code ?? 'for an unknown reason'}`
  const [unclear] = checkConditions(doc.value, domain)
  if (unclear?.severity === 'error') return `asks what cannot be asked: ${unclear.code}`
  const inTask = withTask(domain, task)
  const report = checkPlan(planOf(doc.value, library), inTask.initial, inTask, { ...PLAN_LIMITS, fixes: 0 })
  const [failure] = report.failures
  if (failure !== undefined) return `is refused at ${formatStep(failure.step)}: ${failure.checkId}`
  const missed = report.warnings.flatMap((one) =>
    one.kind === 'remark' && one.code === 'goal-missed' ? [one.text] : [],
  )
  const passes = report.verdict === 'passes' ? 'passes' : 'passes in part'
  return missed.length === 0 ? passes : `${passes}; ${missed.join('; ')}`
}

/**
 * Judges the trees of a folder: those of `policy/` are to pass, except the first ones, which have to learn. What is
 * expected of a tree in `expect.yaml` is compared there, and no more is asked of it here.
 */
export function treeFindings(
  rules: RulesFolder,
  judgements: ReadonlyMap<string, string>,
  isExpected: (file: string) => boolean,
): readonly Finding[] {
  const findings: Finding[] = []
  const passing: string[] = []
  for (const tree of rules.trees) {
    const { file, doc } = tree
    const verdict = judgements.get(file) ?? ''
    if (!doc.ok) findings.push(...doc.error.map((problem) => ofProblem('tree', problem)))
    else
      for (const problem of checkConditions(doc.value, rules.domain))
        findings.push(wrong('tree', formatDiagnostic(problem)))
    if (verdict === 'passes') passing.push(file)
    else if (isExpected(file) || basename(file).startsWith('initial')) continue
    else if (file.startsWith('policy/') && !verdict.startsWith('passes'))
      findings.push(wrong('tree', `${file} ${verdict}`))
    else findings.push(worthALook('tree', `${file} ${verdict}`))
  }
  if (passing.length > 0) findings.unshift(fine('tree', `${passing.join(', ')}: passes the plan check`))
  return findings
}
