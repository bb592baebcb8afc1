import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { REPO, sourceFiles, type SourceFile } from '../../lab/architecture/source-tree.js'

/** Requirements of the five papers, and decisions where they are silent: `VRL-13`, `AMB-16`. */
const ID = /\b(?:VRL|LAGEA|MOD|CRIT|PRAG|AMB)-\d\d\b/g
const TITLE =
  /\b(?:it|test|describe)(?:\.each\((?:[^()]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

/** Ids named in test titles, with the files that name them. */
export function testedIds(tests: readonly SourceFile[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, text } of tests) {
    for (const [, , title = ''] of text.matchAll(TITLE)) {
      for (const id of idsIn(title)) found.set(id, (found.get(id) ?? new Set()).add(path))
    }
  }
  return found
}

/** Ids that docs/requirements.md says are held: the first column of its tables. */
export function claimedIds(): string[] {
  const path = join(REPO, 'docs/requirements.md')
  if (!existsSync(path)) return []
  const rows = readFileSync(path, 'utf8').matchAll(/^\| *([^|]*?) *\|/gm)
  return [...rows].flatMap(([, cell = '']) => idsIn(cell))
}

const idsIn = (text: string): string[] => [...text.matchAll(ID)].map(([id]) => id)

// `npx tsx test/architecture/requirements.ts`: which ids have a test, and where.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tested = testedIds(sourceFiles('test'))
  const claimed = new Set(claimedIds())
  for (const id of [...new Set([...tested.keys(), ...claimed])].sort()) {
    const where = [...(tested.get(id) ?? [])].join(', ')
    console.log(`${id.padEnd(9)} ${claimed.has(id) ? 'claimed' : '       '}  ${where || 'NO TEST'}`)
  }
  console.log(`${tested.size} ids in test titles, ${claimed.size} claimed in docs/requirements.md`)
}
