import type { Diagnostic } from '#base/diagnostic.js'
import { checkText } from '#bt/check.js'
import type { EditError } from '#bt/edit/error.js'
import { applyEdits } from '#bt/edit/apply.js'
import { readPatch } from './read-patch.js'
import { rewrite } from '#bt/write/rewrite.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { plural } from '#app/command-line/words.js'
import type { Io } from '#terminal/io.js'
import { loadTree, type LoadedTree } from '../input/load-tree.js'
import { loadPalette, type Palette, type PaletteOptions } from '../input/palette.js'
import { readText } from '../input/read-text.js'
import { refuse, writeText } from '../output/refuse.js'
import { Sources } from '../input/sources.js'

export interface EditOptions extends PaletteOptions {
  readonly patch: string
  /** change the file in place; default: print the new text to stdout */
  readonly write: boolean
}

/**
 * `graft bt edit`: applies a patch to a file, atomically; comments and layout are preserved where nothing changes. A
 * patch that would break a valid tree is refused.
 */
export async function edit(file: string, options: EditOptions, io: Io): Promise<ExitCode> {
  const sources = new Sources()
  const palette = await loadPalette(options, sources)
  if (!palette.ok) return refuse(palette.error, sources, io)
  const loaded = loadTree(file, { palette: palette.value, sources, anyMain: true })
  if (!loaded.ok) return refuse(loaded.error, sources, io)
  const { doc, registry, text } = loaded.value
  const json = readText(options.patch, 'a patch')
  if (!json.ok) return refuse([json.error], sources, io)
  const patch = readPatch(json.value, registry.library)
  if (!patch.ok)
    return refuse(
      patch.error.map((problem) => inFile(problem, options.patch)),
      sources,
      io,
    )
  const edited = applyEdits(doc, patch.value)
  if (!edited.ok) return refuse([cannotApply(edited.error, options.patch)], sources, io)
  const written = rewrite(text, doc, edited.value)
  if (!written.ok) return refuse([written.error], sources, io)
  const broken = newErrors(file, written.value, loaded.value, { palette: palette.value, sources })
  if (broken.length > 0) {
    sources.add(file, written.value)
    io.err.write('the patch applies, but the result is not a valid tree:\n')
    return refuse(broken, sources, io)
  }
  const changed = written.value !== text
  const failed =
    changed || !options.write ? writeText(options.write ? file : undefined, written.value, io) : undefined
  if (failed !== undefined) return refuse([failed], sources, io)
  if (options.write) {
    const done = plural(patch.value.length, 'edit')
    io.err.write(changed ? `${file}: ${done} applied\n` : `${file}: nothing to change\n`)
  }
  return EXIT.ok
}

function newErrors(
  file: string,
  text: string,
  { registry }: LoadedTree,
  { palette, sources }: { readonly palette: Palette; readonly sources: Sources },
): readonly Diagnostic[] {
  const { library, enums } = registry
  const { diagnostics } = checkText(text, {
    file,
    library,
    enums,
    include: palette.include,
    load: sources.includesOf(file),
  })
  return diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'bt.main-tree')
}

const inFile = (problem: Diagnostic, patch: string): Diagnostic =>
  problem.where === undefined ? { ...problem, message: `${patch}: ${problem.message}` } : problem

const cannotApply = ({ number, path, message, code }: EditError, patch: string): Diagnostic => ({
  code,
  severity: 'error',
  message: `edit ${number} of ${patch} cannot be applied at ${path}: ${message}`,
  hint: 'nothing was changed',
})
