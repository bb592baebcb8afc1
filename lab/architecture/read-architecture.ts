import ts from 'typescript'
import { findCycles } from './cycles.js'
import { fieldNounsOf, productFiles } from './field-nouns.js'
import { oldNamesOf } from './old-names.js'
import { ROOMS } from './rooms.js'
import { sourceFiles, type SourceFile } from './source-tree.js'

/** What the source looks like from afar, by its real imports. */
export interface Architecture {
  readonly rooms: readonly RoomSize[]
  /** imports between two rooms */
  readonly arrows: readonly Arrow[]
  /** imports that go against the order of the rooms */
  readonly upward: readonly string[]
  readonly circles: readonly (readonly string[])[]
  /** circles between the folders inside a room that has more lines than one mind holds */
  readonly circlesInside: readonly string[]
  /**
   * lines of `src`, of `lab`, and of what `graft run` and `graft serve` can reach by imports; `bt`: of the latter in
   * `bt`
   */
  readonly lines: {
    readonly src: number
    readonly lab: number
    readonly reached: number
    readonly reachedBt: number
  }
  readonly habits: Habits
}

interface RoomSize {
  readonly name: string
  readonly files: number
  readonly lines: number
}

export interface Arrow {
  readonly from: string
  readonly to: string
  readonly imports: number
}

/** Counts over `src` and `lab`, each a place of its own: `path:line`. */
interface Habits {
  /** files under 25 lines */
  readonly small: readonly string[]
  /** functions with five or more parameters */
  readonly manyParameters: readonly string[]
  /** functions above 50 lines */
  readonly long: readonly string[]
  /** lines above 120 columns */
  readonly wide: readonly string[]
  /** imports that climb more than one level */
  readonly climbing: readonly string[]
  /** identifiers with a word that has a standard term */
  readonly oldNames: readonly string[]
  /** nouns of the field in identifiers and strings of `src`, outside the field's places */
  readonly fieldNouns: readonly string[]
}

export function readArchitecture(): Architecture {
  const src = sourceFiles('src')
  const lab = sourceFiles('lab')
  const arrows = arrowsOf(src)
  const reached = reachedFrom(ENTRIES, src)
  const order = new Map(ROOMS.map(({ name }, i) => [name, i]))
  const isUpward = ({ from, to }: Arrow): boolean => (order.get(to) ?? Infinity) >= (order.get(from) ?? -1)
  return {
    rooms: ROOMS.map(({ name }) => sizeOf(name, src)),
    arrows,
    upward: arrows.filter(isUpward).map(({ from, to }) => `${from} → ${to}`),
    circles: findCycles(
      new Map(
        ROOMS.map(({ name }) => [name, arrows.filter(({ from }) => from === name).map(({ to }) => to)]),
      ),
    ),
    circlesInside: ROOMS.filter(({ name }) => sizeOf(name, src).lines > LARGE_ROOM).flatMap(({ name }) =>
      circlesInside(src.filter(({ path }) => roomOf(path) === name)),
    ),
    lines: {
      src: linesOf(src),
      lab: linesOf(lab),
      reached: linesOf(reached),
      reachedBt: linesOf(reached.filter(({ path }) => roomOf(path) === 'bt')),
    },
    habits: habitsOf([...src, ...lab]),
  }
}

/** The room of a path; the first folder below `src`. */
const roomOf = (path: string): string => (path.startsWith('src/') ? (path.split('/')[1] ?? '') : '')

function arrowsOf(files: readonly SourceFile[]): readonly Arrow[] {
  const counts = new Map<string, number>()
  for (const { path, imports } of files) {
    for (const { target } of imports) {
      const [from, to] = [roomOf(path), roomOf(target ?? '')]
      if (to === '' || from === to) continue
      counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1)
    }
  }
  return [...counts].map(([pair, imports]) => {
    const [from = '', to = ''] = pair.split(' ')
    return { from, to, imports }
  })
}

/** Circles between the folders of one room; a file beside the folders stands for itself. */
function circlesInside(files: readonly SourceFile[]): string[] {
  const own = new Set(files.map(({ path }) => path))
  const placeOf = (path: string): string => path.split('/').slice(0, 3).join('/')
  const graph = new Map<string, string[]>(files.map(({ path }) => [placeOf(path), []]))
  for (const { path, imports } of files) {
    const to = imports.flatMap(({ target }) =>
      target !== undefined && own.has(target) ? [placeOf(target)] : [],
    )
    graph.get(placeOf(path))?.push(...to.filter((place) => place !== placeOf(path)))
  }
  return findCycles(graph).map((circle) => circle.join(' ↔ '))
}

/** lines from which the folders of a room are under the law, too */
const LARGE_ROOM = 5000

function sizeOf(name: string, files: readonly SourceFile[]): RoomSize {
  const own = files.filter(({ path }) => roomOf(path) === name)
  return { name, files: own.length, lines: linesOf(own) }
}

/** What a robot needs: everything else is a tool beside it. */
const ENTRIES = ['src/cli/commands/run.ts', 'src/service/serve-command.ts']

function reachedFrom(entries: readonly string[], files: readonly SourceFile[]): SourceFile[] {
  const all = new Map(files.map((file) => [file.path, file]))
  const found = new Map<string, SourceFile>()
  const visit = (path: string): void => {
    const file = all.get(path)
    if (file === undefined || found.has(path)) return
    found.set(path, file)
    for (const { target } of file.imports) if (target !== undefined) visit(target)
  }
  for (const entry of entries) visit(entry)
  return [...found.values()]
}

const linesOf = (files: readonly SourceFile[]): number => files.reduce((sum, { lines }) => sum + lines, 0)

function habitsOf(files: readonly SourceFile[]): Habits {
  return {
    small: files.filter(({ lines }) => lines < 25).map(({ path, lines }) => `${path}: ${lines} lines`),
    wide: files.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, i) => (line.length > 120 ? [`${path}:${i + 1}`] : [])),
    ),
    climbing: files.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, line }) => (/^\.\.\/\.\.\//.test(specifier) ? [`${path}:${line}`] : [])),
    ),
    oldNames: files.flatMap(oldNamesOf),
    fieldNouns: productFiles().flatMap(fieldNounsOf),
    ...functionsOf(files),
  }
}

function functionsOf(files: readonly SourceFile[]): Pick<Habits, 'manyParameters' | 'long'> {
  const manyParameters: string[] = []
  const long: string[] = []
  for (const { path, text } of files) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body) {
        const line = (at: number): number => file.getLineAndCharacterOfPosition(at).line + 1
        const start = line(node.getStart(file))
        if (node.parameters.length >= 5) manyParameters.push(`${path}:${start}`)
        if (line(node.getEnd()) - start >= 50) long.push(`${path}:${start}`)
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return { manyParameters, long }
}
