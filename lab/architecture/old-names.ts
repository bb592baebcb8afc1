import ts from 'typescript'
import type { SourceFile } from './source-tree.js'

/** Words that graft once used for things that have a standard term. */
const OLD = (
  'desk desks station news snapshot scribe vigil senses work works verdict ' +
  'verdicts embodiment bodies lane lanes outbox ' +
  'tap witness law laws signs rounds windows hand eyes wish errand jog settled guidance facts told house disarm'
).split(' ')

/** Names that are stored, published or typed by users, and stay: identifier → where, why. */
const PUBLISHED: readonly (readonly [name: string, where: RegExp, why: string])[] = [
  ['news', /console-sockets\/|soak\/main/, 'the endpoint of the console, in site.yaml'],
  [
    'news',
    /(console\/(catalogue|results)|operations\/status|terminal\/json-view|console-cli\/show\/(show|samples))\.ts$/,
    'a console command, --json',
  ],
  ['snapshot', /(watch\/plain|dashboard\/live\/(messages|live-feed))\.ts$/, 'watch --json, the dashboard'],
  ['snapshot', /simulation\/home\//, 'the complete state of a simulation: the standard term there'],
  ['tap', /cli\/cli\.ts$/, 'graft tap'],
  ['rounds', /cli\/models\//, 'graft models bench --rounds'],
  ['jog', /twin\/field\/(judge|field-rules)\.ts$/, 'a command of the wire protocol'],
  ['verdict', /./, 'the plan check in episodes.jsonl, audits in the store, graft twin check --json'],
  ['facts', /./, 'the outcome in episodes.jsonl and in run --json; the beliefs in status'],
  [
    'toldBack',
    /learning\/(field\/)?critic|report\/|run-folder\/read|bench\/critic/,
    'the critic report in episodes.jsonl',
  ],
]

/** Identifiers of a file that hold one of the old words and are not published: `path:line name`. */
export function oldNamesOf({ path, text }: SourceFile): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && isOld(node.text, path)) {
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1} ${node.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** `openNewsSocket` → open, news, socket */
export const wordsOf = (identifier: string): string[] =>
  identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

const isOld = (name: string, path: string): boolean =>
  wordsOf(name).some((word) => OLD.includes(word)) &&
  !PUBLISHED.some(([published, where]) => name === published && where.test(path))
