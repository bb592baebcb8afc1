import { lstatSync } from 'node:fs'
import { replaceDurably } from '#adapters/files/durable-file.js'
import { unwritable } from '#adapters/files/unwritable.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { actAsOwnerOf } from './state-folder.js'

/** Writes a file next to the one that is rewritten, or that one: at once or not at all, with its owner and rights. */
export type Replace = (path: string, text: string) => void

/**
 * Rewrites a file of a person (`--write`): root continues as its owner for good, and a link is refused, since whoever
 * controls it would choose what is overwritten.
 */
export function rewriteFile<T>(
  file: string,
  rewrite: (replace: Replace) => T,
): Result<T, readonly Diagnostic[]> {
  const as = actAsOwnerOf(file)
  if (!as.ok) return err([as.error])
  try {
    const like = lstatSync(file)
    if (!like.isFile()) return err([isLink(file)])
    return ok(rewrite((path, text) => replaceDurably(path, text, like)))
  } catch (cause) {
    return err([unwritable(file, cause)])
  }
}

const isLink = (file: string): Diagnostic => ({
  code: 'file.link',
  severity: 'error',
  message: `${file} is a symbolic link or no plain file, and --write follows no link`,
  expected: 'the file itself',
  hint: 'name the target of the link, or its folder',
})
