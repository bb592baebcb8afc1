import { realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import type { IncludeLoader } from '#bt/xml/includes.js'
import { LIMITS } from '#bt/limits.js'
import { describeUnreadable, readRegularText } from '#documents/read-regular.js'

/**
 * Reads the files that a tree includes. The tree may be somebody else's, and messages about a file quote it: what lies
 * outside the tree's folder, links followed, is read but marked as not to be quoted.
 * @param file of the including tree
 * @param onText called with the text of each file that may be quoted
 */
export function treeIncludes(
  file: string,
  onText: (path: string, text: string) => void = () => undefined,
): IncludeLoader {
  const folder = realPath(dirname(file))
  return (path) => {
    const text = readRegularText(path, 4 * LIMITS.text)
    if (!text.ok) {
      const isMissing = text.error.kind === 'error' && ['ENOENT', 'ENOTDIR'].includes(text.error.code)
      return isMissing ? undefined : { unreadable: describeUnreadable(text.error) }
    }
    const isInside = folder !== undefined && realPath(path)?.startsWith(withEnd(folder)) === true
    if (!isInside) return { outside: text.value }
    onText(path, text.value)
    return text.value
  }
}

const withEnd = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep)

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
