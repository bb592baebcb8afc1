import { readFileSync } from 'node:fs'
import { readRegularText, describeUnreadable } from '#documents/read-regular.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, must, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { LIMITS } from '#bt/limits.js'
import { parseTree } from '#bt/xml/parse.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { projectFile } from '#documents/read-text-file.js'
import { treeIncludes } from './tree-includes.js'

/** The robot's node library: `bt/nodes.xml`. */
export function readLibrary(): NodeLibrary {
  const file = projectFile('bt/nodes.xml')
  return new NodeLibrary(must(readNodesModel(readFileSync(file, 'utf8'), file), 'the shipped node library'))
}

/** Reads a behaviour tree from a file; any document may refer to the robot's own subtrees (`bt/subtrees.xml`). */
export function readPolicy(file: string, library: NodeLibrary): Result<TreeDoc, readonly Diagnostic[]> {
  const text = readRegularText(file, MAX_BYTES)
  if (text.ok)
    return parseTree(text.value, {
      file,
      library,
      include: robotSubtrees(library),
      load: treeIncludes(file),
      compat: 'strict',
    })
  const missing = text.error.kind === 'error' && text.error.code === 'ENOENT'
  return err([
    {
      code: missing ? 'tree.missing' : 'tree.unreadable',
      severity: 'error',
      message: missing ? `there is no file ${file}` : `${file} cannot be read`,
      ...(missing ? {} : { got: describeUnreadable(text.error) }),
      hint: 'try bt/initial.xml',
    },
  ])
}

/** Reads a tree that a run stored: it is self-contained. */
export const readStoredTree = (xml: string, hash: string, library: NodeLibrary): TreeDoc =>
  must(parseTree(xml, { file: `trees/${hash}.xml`, library }), 'a tree that this run stored')

/** The robot's own subtrees: `bt/subtrees.xml`. */
export function robotSubtrees(library: NodeLibrary): TreeDoc['trees'] {
  const file = projectFile('bt/subtrees.xml')
  return must(parseTree(readFileSync(file, 'utf8'), { file, library }), 'the shipped subtrees').trees
}

/** bytes; the tree reader accepts that many characters */
const MAX_BYTES = 4 * LIMITS.text
