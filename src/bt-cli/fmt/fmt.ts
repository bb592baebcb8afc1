import type { Diagnostic } from '#base/diagnostic.js'
import { formatTree } from '#bt/write/format.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { forDocuments } from '#app/command-line/terminal-guard.js'
import { plural } from '#app/command-line/words.js'
import { findFiles } from '../check/find-files.js'
import type { Io } from '#terminal/io.js'
import { refuse, writeText } from '../output/refuse.js'
import { Sources } from '../input/sources.js'

export interface FmtOptions {
  /** only list the files that are not formatted */
  readonly check: boolean
  /** change the files in place */
  readonly write: boolean
}

/**
 * `graft bt fmt`: gives all trees the same layout; comments, attribute order and meaning are preserved.
 * @returns `different` when `--check` finds a file that is not formatted, `usage` when a file is not XML
 */
export function fmt(paths: readonly string[], { check, write }: FmtOptions, io: Io): ExitCode {
  const sources = new Sources()
  const { files, problems } = findFiles(paths)
  const refused: Diagnostic[] = [...problems]
  let different = 0
  for (const { file, text } of files) {
    sources.add(file, text)
    const formatted = formatTree(text, file)
    if (!formatted.ok) {
      refused.push(...formatted.error)
      continue
    }
    const changed = formatted.value !== text
    if (changed) different += 1
    if (!check && !write) forDocuments(io.out).write(formatted.value)
    else if (changed) io.out.write(`${file}\n`)
    const failed = write && changed ? writeText(file, formatted.value, io) : undefined
    if (failed !== undefined) refused.push(failed)
  }
  if (check || write) io.err.write(summary(files.length, different, write))
  if (refused.length > 0) return refuse(refused, sources, io)
  return check && different > 0 && !write ? EXIT.no : EXIT.ok
}

function summary(files: number, different: number, write: boolean): string {
  if (different === 0) return `${plural(files, 'file')}, all formatted\n`
  return write
    ? `${plural(different, 'file')} reformatted\n`
    : `${different} of ${plural(files, 'file')} not formatted; run graft bt fmt --write\n`
}
