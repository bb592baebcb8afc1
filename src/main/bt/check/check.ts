import type { Diagnostic } from '../../../base/diagnostic.js'
import type { Compat } from '../../../bt/compat.js'
import { parseTree } from '../../../bt/xml/parse.js'
import { readNodesModel } from '../../../bt/xml/read-model.js'
import { EXIT, type ExitCode } from '../../exit-code.js'
import type { Io } from '../common/io.js'
import { loadPalette, type Palette } from '../common/palette.js'
import { Sources } from '../common/sources.js'
import { findFiles, isPalette, type InputFile } from './find-files.js'
import { writeReport, type Format } from './formats.js'
import { makeReport } from './report.js'

export interface CheckOptions {
  readonly nodes?: readonly string[]
  readonly compat: Compat
  readonly format: Format
  readonly lint: boolean
  readonly maxWarnings: number
}

/**
 * `graft bt check`: every problem of every file at once.
 * @returns `usage` when there are errors, or more warnings than allowed
 */
export function check(paths: readonly string[], options: CheckOptions, io: Io): ExitCode {
  const sources = new Sources()
  const palette = loadPalette(options.nodes, sources)
  const { files, problems } = findFiles(paths)
  const found = [...problems, ...(palette.ok ? [] : palette.error)]
  if (palette.ok) found.push(...files.flatMap((file) => checkFile(file, { options, palette: palette.value, sources })))
  const hints = palette.ok ? hintsFor(found, palette.value) : []
  const all = withoutRepeats(found)
  const report = makeReport(all, { files: files.length, maxWarnings: options.maxWarnings, hints })
  writeReport(report, options.format, sources, io)
  return report.ok ? EXIT.ok : EXIT.usage
}

interface Bench {
  readonly options: CheckOptions
  readonly palette: Palette
  readonly sources: Sources
}

function checkFile({ file, text }: InputFile, { options, palette, sources }: Bench): readonly Diagnostic[] {
  sources.add(file, text)
  if (isPalette(text)) {
    const specs = readNodesModel(text, file)
    return specs.ok ? [] : specs.error
  }
  const { library, include } = palette
  const parsed = parseTree(text, { file, library, include, load: sources.load, compat: options.compat })
  return parsed.ok ? parsed.warnings : parsed.error
}

/** A file that several others include shows its problems once. */
function withoutRepeats(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return [...seen.values()]
}

/** Many unknown nodes mostly mean that the nodes of this robot were never described. */
function hintsFor(problems: readonly Diagnostic[], { origin, isRobot }: Palette): string[] {
  const unknown = problems.filter(({ code }) => code === 'bt.unknown-node').length
  if (unknown === 0) return []
  const known = `known are the built-in nodes and those of ${origin}`
  return [
    isRobot
      ? `${known}; describe yours in a <TreeNodesModel> and give the file: --nodes palette.xml`
      : `${known}; further palettes: --nodes another.xml`,
  ]
}
