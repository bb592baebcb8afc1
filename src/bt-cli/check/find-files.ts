import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { readText } from '../input/read-text.js'

/** A file to check. */
export interface InputFile {
  readonly file: string
  readonly text: string
}

/**
 * Resolves paths to files: a file stands for itself, a folder for every `*.xml` below it with a `<BehaviorTree>`
 * or a `<root BTCPP_format>`. An unreadable path is a problem; the other paths are still read.
 */
export function findFiles(paths: readonly string[]): {
  readonly files: readonly InputFile[]
  readonly problems: readonly Diagnostic[]
} {
  const files = new Map<string, InputFile>()
  const problems: Diagnostic[] = []
  for (const path of paths) {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    const before = files.size
    for (const file of isFolder ? xmlFilesIn(path) : [path]) {
      const text = readText(file, 'a behaviour tree')
      if (!text.ok) problems.push(text.error)
      else if (!isFolder || holdsTrees(text.value)) files.set(file, { file, text: text.value })
    }
    if (isFolder && files.size === before) problems.push(nothingIn(path))
  }
  return { files: [...files.values()], problems }
}

/** A palette declares node types and contains no tree. */
export const isPalette = (text: string): boolean =>
  /<TreeNodesModel[\s/>]/.test(text) && !/<BehaviorTree[\s/>]/.test(text)

const holdsTrees = (text: string): boolean => /<BehaviorTree[\s/>]|<root\s[^>]*\bBTCPP_format\b/.test(text)

function xmlFilesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return sorted.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : xmlFilesIn(path)
    return entry.isFile() && entry.name.toLowerCase().endsWith('.xml') ? [path] : []
  })
}

/** folders that hold no files of the user's own */
const SKIPPED = /^(\..*|node_modules)$/

const nothingIn = (folder: string): Diagnostic => ({
  code: 'file.no-trees',
  severity: 'error',
  message: `there are no behaviour trees in ${folder}`,
  expected: '*.xml files with a <BehaviorTree>',
  hint: 'give another folder, or the files themselves',
})
