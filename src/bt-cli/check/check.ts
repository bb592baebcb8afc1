import type { Diagnostic } from '#base/diagnostic.js'
import { checkText } from '#bt/check.js'
import type { Compat } from '#bt/compat.js'
import { BT_LINTS } from '#bt/validate/lint/lints.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Io } from '#terminal/io.js'
import { loadPalette, ownNodes, type Palette, type PaletteOptions } from '../input/palette.js'
import { Sources } from '../input/sources.js'
import { withWorldHint } from '../input/tree-of-world.js'
import { findFiles, isPalette, type InputFile } from './find-files.js'
import { writeReport, type Format } from './formats.js'
import { hintsFor, makeReport } from './report.js'

export interface CheckOptions extends PaletteOptions {
  readonly compat: Compat
  readonly format: Format
  /** also report what is probably unintended */
  readonly lint: boolean
  readonly maxWarnings: number
}

/**
 * `graft bt check`: every problem of every file at once.
 * @returns `no` when there are errors, or more warnings than allowed; `usage` when there was something not to be read
 */
export async function check(paths: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  const sources = new Sources()
  const palette = await loadPalette(options, sources)
  const { files, problems } = findFiles(paths)
  const found = [...problems, ...(palette.ok ? [] : palette.error)]
  const described = new Set<string>()
  if (palette.ok) {
    for (const file of files) {
      const checked = checkFile(file, { options, palette: palette.value, sources })
      found.push(...checked.problems)
      checked.own.forEach((id) => described.add(id))
    }
  }
  const all = withWorldHint(withoutRepeats(found))
  const hints = palette.ok ? hintsFor(all, palette.value, [...described]) : []
  const report = makeReport(all, { files: files.length, maxWarnings: options.maxWarnings, hints })
  writeReport(report, options.format, sources, io)
  if (problems.length > 0 || !palette.ok) return EXIT.usage
  return report.ok ? EXIT.ok : EXIT.no
}

interface Bench {
  readonly options: CheckOptions
  readonly palette: Palette
  readonly sources: Sources
}

interface Checked {
  readonly problems: readonly Diagnostic[]
  /** node types that only this document declares */
  readonly own: readonly string[]
}

function checkFile({ file, text }: InputFile, { options, palette, sources }: Bench): Checked {
  sources.add(file, text)
  if (isPalette(text)) {
    const specs = readNodesModel(text, file)
    return { problems: specs.ok ? [] : specs.error, own: [] }
  }
  const own = ownNodes(text, file, palette)
  const { library, enums } = palette.registry(own)
  const { include } = palette
  const { diagnostics } = checkText(text, {
    file,
    library,
    enums,
    include,
    load: sources.includesOf(file),
    compat: options.compat,
    lints: options.lint ? BT_LINTS : [],
  })
  const judged = diagnostics.map((problem) =>
    needsNoMain(text, problem, options) ? asWarning(problem) : problem,
  )
  const problems = options.lint ? judged : judged.filter(({ severity }) => severity === 'error')
  return { problems, own: own.map(({ id }) => id) }
}

/** A file of subtrees needs no main tree: other files include it, or a program starts one of its trees by ID. */
const needsNoMain = (text: string, { code }: Diagnostic, { compat }: CheckOptions): boolean =>
  code === 'bt.main-tree' && compat === '4.10' && !text.includes('main_tree_to_execute')

const asWarning = (problem: Diagnostic): Diagnostic => ({ ...problem, severity: 'warning' })

/** Reports the problems of a file only once, even if several files include it. */
function withoutRepeats(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return [...seen.values()]
}
