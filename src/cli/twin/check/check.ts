import type { Diagnostic } from '#base/diagnostic.js'
import type { TreeDoc, NodeSpec } from '#bt/document.js'
import { planOf } from '#robots/plan/plan-of.js'
import { explain } from '#twin/plan/explain.js'
import type { PlanFailure, PlanReport } from '#twin/plan/report.js'
import { sarif } from '#bt-cli/check/sarif.js'
import { loadTree } from '#bt-cli/input/load-tree.js'
import { loadPalette, type Palette } from '#bt-cli/input/palette.js'
import { Sources } from '#bt-cli/input/sources.js'
import { withWorldHint } from '#bt-cli/input/tree-of-world.js'
import type { Io } from '#terminal/io.js'
import { refuse } from '#bt-cli/output/refuse.js'
import { showProblem } from '#bt-cli/output/show-problem.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { hasUnicode, paintFor } from '#terminal/paint.js'
import { plural } from '#app/command-line/words.js'
import { openBenches, type TwinCheckOptions } from './benches.js'
import { drawPlan } from './draw-plan.js'
import { placeOf, problemsOf } from './problems.js'
import { NodeLibrary } from '#bt/library.js'
import { NodeRegistry } from '#bt/engine/registry.js'

/**
 * `graft twin check`: checks trees in the twin over all their branches.
 * @returns `planFails` if a tree fails on any field
 */
export async function check(files: readonly string[], options: TwinCheckOptions, io: Io): Promise<ExitCode> {
  const sources = new Sources()
  const benches = await openBenches(options)
  if (!benches.ok) return refuse(benches.error, sources, io)
  const loaded = await loadPalette(options, sources)
  if (!loaded.ok) return refuse(loaded.error, sources, io)
  const palette = withNodes(loaded.value, benches.value[0]?.nodes ?? [])
  const judged: Judged[] = []
  for (const file of files) {
    const tree = loadTree(file, { palette, sources, tree: options.tree })
    if (!tree.ok) return refuse(withWorldHint(tree.error, options.domain !== undefined), sources, io)
    const { doc, registry } = tree.value
    const mistakes = benches.value.flatMap((bench) => bench.conditions(doc))
    if (mistakes.length > 0) return refuse(mistakes, sources, io)
    const plan = planOf(doc, registry.library)
    for (const bench of benches.value)
      judged.push({ file, doc, world: bench.name, report: bench.check(plan) })
  }
  write(judged, options, sources, io)
  return judged.some(({ report }) => report.verdict === 'fails') ? EXIT.no : EXIT.ok
}

interface Judged {
  readonly file: string
  readonly doc: TreeDoc
  readonly world: string
  readonly report: PlanReport<string>
}

function write(judged: readonly Judged[], options: TwinCheckOptions, sources: Sources, io: Io): void {
  switch (options.format) {
    case 'text':
      for (const each of judged) io.out.write(text(each, options, sources, io))
      return
    case 'json':
      for (const each of judged) io.out.write(`${JSON.stringify(json(each))}\n`)
      return
    case 'sarif':
      io.out.write(`${JSON.stringify(sarif(judged.flatMap(diagnostics)), null, 2)}\n`)
      return
  }
}

const diagnostics = ({ report, doc, file }: Judged): readonly Diagnostic[] => problemsOf(report, doc, file)

function text(judged: Judged, options: TwinCheckOptions, sources: Sources, io: Io): string {
  const { file, doc, world, report } = judged
  const paint = paintFor(io.out, io.env)
  const colour =
    report.verdict === 'fails' ? paint.bad : report.verdict === 'passes' ? paint.good : paint.warn
  const problems = diagnostics(judged).map((problem) => `\n${showProblem(problem, sources, paint)}\n`)
  const reported = options.explain ? refusals(report).map((failure) => `\n${explain(failure)}\n`) : []
  const drawn = drawPlan(doc, report, paint, hasUnicode(io.env))
  return [
    `${file} on ${world}: ${colour(resultLine(report))}\n\n`,
    drawn,
    ...problems,
    ...reported,
    '\n',
  ].join('')
}

const refusals = ({ failures, warnings }: PlanReport<string>): readonly PlanFailure<string>[] => [
  ...failures,
  ...warnings.filter((each) => each.kind === 'refused'),
]

/** `passes: 18 steps, …` */
function resultLine({
  verdict: decision,
  failures,
  warnings,
  steps,
  ends,
  complete,
}: PlanReport<string>): string {
  const looked = complete ? 'all branches checked' : 'NOT all branches checked'
  const many = [
    plural(steps.length, 'step'),
    plural(ends.success, 'final state'),
    ...(ends.failure > 0 ? [`${ends.failure} after a failure`] : []),
    looked,
  ].join(', ')
  const warned = warnings.length > 0 ? `; ${plural(warnings.length, 'warning')}` : ''
  switch (decision) {
    case 'passes':
      return `passes (${many}${warned})`
    case 'passes-in-part':
      return `passes in part (${many}${warned})`
    case 'fails':
      return `fails: ${plural(failures.length, 'step is', 'steps are')} refused (${many}${warned})`
  }
}

function json({ file, world, doc, report }: Judged): object {
  // the output is stable: a fix is called `mend` there
  const failure = (each: PlanFailure<string>): object => {
    const { fix, because, ...others } = each
    return {
      ...others,
      mend: fix,
      because,
      ...placeOf(doc, each.step.path, file),
      explanation: explain(each),
    }
  }
  const { failures, warnings, ...rest } = report
  return {
    type: 'plan',
    file,
    world,
    ...rest,
    failures: failures.map(failure),
    warnings: warnings.map((each) => (each.kind === 'refused' ? failure(each) : each)),
  }
}

/** Replaces the node types of graft's robot with those of a world's skills. */
function withNodes(palette: Palette, nodes: readonly NodeSpec[]): Palette {
  if (nodes.length === 0) return palette
  return {
    ...palette,
    library: new NodeLibrary(nodes),
    include: [],
    origin: 'the skills of the domain',
    isRobot: false,
    registry: (more = []) => new NodeRegistry(new NodeLibrary([...nodes, ...more])),
  }
}
