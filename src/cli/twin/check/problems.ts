import { relative } from 'node:path'
import { type Diagnostic, type SourceRef, formatRef } from '#base/diagnostic.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import { mainTree, pathIndices, runtimeChildren } from '#bt/paths.js'
import type { PlanFailure, PlanRemark, PlanReport } from '#twin/plan/report.js'
import { formatStep } from '#twin/domain/domain.js'

/** The findings of a check, with line and column in the tree's file. */
export function problemsOf(report: PlanReport<string>, doc: TreeDoc, file: string): readonly Diagnostic[] {
  const gaps = report.gaps.map((gap): Diagnostic => ({
    code: 'plan.not-looked-at',
    severity: 'warning',
    message: `not everything was checked: ${gap}`,
  }))
  return [
    ...report.failures.map((failure) => refused(failure, doc, file)),
    ...report.warnings.map((each) =>
      each.kind === 'refused' ? refused(each, doc, file) : remark(each, doc, file),
    ),
    ...gaps,
  ]
}

function refused(failure: PlanFailure<string>, doc: TreeDoc, file: string): Diagnostic {
  const { step, checkId, text, branch, swallowed, fix } = failure
  const { where, inside } = placeOf(doc, step.path, file)
  const message = swallowed ? `${text} (the tree continues without it)` : text
  return {
    code: `plan.${checkId}`,
    severity: swallowed ? 'warning' : 'error',
    message:
      inside === undefined ? message : `${message} [${formatRef({ ...inside, file: near(inside.file) })}]`,
    ...(where !== undefined && { where }),
    ...(branch.length > 0 && { got: `on the branch: ${branch.join(', ')}` }),
    ...(fix !== null && { hint: `run ${fix.map(formatStep).join(', then ')} first` }),
  }
}

/** The shorter of the relative and the absolute path. */
const near = (file: string): string => {
  const short = relative('', file)
  return short.length < file.length ? short : file
}

function remark({ code, text, path }: PlanRemark, doc: TreeDoc, file: string): Diagnostic {
  const { where } = placeOf(doc, path, file)
  return { code: `plan.${code}`, severity: 'warning', message: text, ...(where !== undefined && { where }) }
}

/** The location of a node; for a node in an included file, also the location that leads there in the main file. */
export function placeOf(
  doc: TreeDoc,
  path: string,
  file: string,
): { readonly where?: SourceRef; readonly inside?: SourceRef } {
  const onTheWay = nodesTo(doc, path)
  const node = onTheWay.at(-1)?.where
  if (node === undefined) return {}
  if (node.file === file) return { where: node }
  const outer = onTheWay.findLast((each) => each.where?.file === file)?.where
  return outer === undefined ? { where: node } : { where: outer, inside: node }
}

function nodesTo(doc: TreeDoc, path: string): readonly NodeDef[] {
  const nodes: NodeDef[] = []
  let node = mainTree(doc)?.root
  for (const index of [...(pathIndices(path) ?? []), -1]) {
    if (node === undefined) break
    nodes.push(node)
    node = runtimeChildren(doc, node)[index]
  }
  return nodes
}
