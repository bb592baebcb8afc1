import { existsSync, readFileSync } from 'node:fs'
import type { Diagnostic } from '../../base/diagnostic.js'
import { err, must, type Result } from '../../base/result.js'
import type { TreeDoc } from '../../bt/document.js'
import { NodeLibrary } from '../../bt/library.js'
import { parseTree } from '../../bt/xml/parse.js'
import { readNodesModel } from '../../bt/xml/read-model.js'
import { projectFile } from '../project-files.js'

/** The robot's node library: `bt/nodes.xml`. */
export function readLibrary(): NodeLibrary {
  const file = projectFile('bt/nodes.xml')
  return new NodeLibrary(must(readNodesModel(readFileSync(file, 'utf8'), file), 'the shipped node library'))
}

/** Reads a behaviour tree from a file; any document may name the robot's own subtrees (`bt/subtrees.xml`). */
export function readPolicy(file: string, library: NodeLibrary): Result<TreeDoc, readonly Diagnostic[]> {
  const text = readIfThere(file)
  if (text !== undefined)
    return parseTree(text, {
      file,
      library,
      include: robotSubtrees(library),
      load: readIfThere,
      compat: 'strict',
    })
  return err([
    {
      code: 'tree.missing',
      severity: 'error',
      message: `there is no file ${file}`,
      hint: 'try bt/initial.xml',
    },
  ])
}

/** Reads a tree that a run stored: it stands alone. */
export const readStoredTree = (xml: string, hash: string, library: NodeLibrary): TreeDoc =>
  must(parseTree(xml, { file: `trees/${hash}.xml`, library }), 'a tree that this run stored')

/** The robot's own subtrees: `bt/subtrees.xml`. */
export function robotSubtrees(library: NodeLibrary): TreeDoc['trees'] {
  const file = projectFile('bt/subtrees.xml')
  return must(parseTree(readFileSync(file, 'utf8'), { file, library }), 'the shipped subtrees').trees
}

const readIfThere = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined
