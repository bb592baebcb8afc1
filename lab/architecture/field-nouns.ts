import ts from 'typescript'
import { readText, repositoryFiles, sourceFiles, type SourceFile } from './source-tree.js'

/**
 * The nouns of the field. General code speaks of skills, facts, objects, places and task rules; what a cup or a zone
 * is, only the code of the field's own world, robot and simulation knows. `load` counts before another noun
 * (`loadZone`): alone it is what one does with a file. Generated files are not read: `link/messages.gen.ts` has the
 * nouns of the controller's serial protocol.
 */
const NOUNS = new Set(
  'block blocks cup cups rotator rotators zone zones shelf shelves unload unloads unloaded unloading'.split(
    ' ',
  ),
)
const AFTER_LOAD = new Set(['zone', 'zones', 'slot', 'slots', 'block', 'blocks'])

/** Where the field is at home: a folder (it ends with a slash) or a file, and why. */
const PLACES: readonly (readonly [path: string, why: string])[] = [
  ['src/base/field-map.ts', 'the map of a field, which its rooms share'],
  ['src/base/field-settings.ts', 'the one setting that only a field has, under its published names'],
  ['src/twin/field/', 'the rules and beliefs of the field in the twin'],
  ['src/robots/field/', 'the base with its gripper'],
  ['src/simulation/field/', 'the physics of the field'],
  ['src/simulation/firmware/', 'the board that the simulated firmware sees'],
  ['src/instructions/words/', 'words of English, whatever world they are said in'],
  ['src/forecast/', 'plays trees for the field, and for no other world'],
  ['src/learning/field/', 'the critic and the actor whose networks were trained on the field'],
  ['src/learning/field-score.ts', 'Table I of the paper: the score of the field'],
  ['src/learning/critic/field-report.ts', 'what a stored report says of the field'],
  ['src/adapters/onnx/field/', 'the regions of the vision network that was trained on the field'],
  ['src/runtime/field/', 'an episode on the field'],
  ['src/runtime/link/describe-link-event.ts', 'events of the serial protocol of the field’s controller'],
  ['src/config/field/', 'the files that describe a field: keys, checks, messages'],
  ['src/app/field-run.ts', 'a run on the field'],
  ['src/app/world/field/', 'the field as a world of four documents, and its drawing'],
  ['src/app/run-folder/field-manifest.ts', 'the field as stored in run.json'],
  ['src/app/run-folder/read/field-shape.ts', 'the field as read from a run folder'],
  ['src/service/world/field-site.ts', 'the field as a world of graft serve'],
  ['src/service/recording/field-scene/', 'the field in 3D, as Foxglove draws it'],
  ['src/report/pictures/field-marks.ts', 'what the report draws on pictures of the field'],
  ['src/cli/tap/field-messages.ts', 'the messages of the serial protocol in words'],
  ['src/cli/commands/fields.ts', 'graft fields'],
  ['src/app/command-line/field-examples.ts', 'the published examples of a run on the field'],
  ['src/cli/models/bench/field-samples.ts', 'what the models of the field are asked'],
]

/** The same words with another meaning: phrase, where, why. */
const OTHER_MEANINGS: readonly (readonly [phrase: RegExp, where: RegExp, why: string])[] = [
  [/display: (inline-)?block/g, /^src\/report\/styles\/|\.css$/, 'CSS'],
  [
    /BLOCK_(LITERAL|FOLDED)/g,
    /^src\/documents\/yaml-offset\.ts$/,
    'names that the package yaml gives to scalars',
  ],
  [/try-block/g, /^src\/bt\/nodes\/control\/try-catch\.ts$/, 'the words of BehaviorTree.CPP for a port'],
  [/thermal_zone/g, /^src\/cli\/doctor\/checks\/computer\.ts$/, 'the name that Linux gives to a thermometer'],
  [/^(block|cup|shelf)$/g, /^src\/simulation\/home\//, 'a kitchen block, a cup and a shelf of the home'],
  [/BlockList/g, /^src\/language\/endpoint\/address\.ts$/, 'a class of node:net'],
  [/^block$/g, /^src\/service\/dashboard\/page\/follow\.js$/, 'an option of scrollIntoView'],
  [/^cup$/g, /^src\/tabletop\//, 'the cup of the tabletop'],
]

/** What is judged: the source, and the web page of the service, which is no TypeScript. */
export const productFiles = (): SourceFile[] => [
  ...sourceFiles('src'),
  ...repositoryFiles()
    .filter((path) => /^src\/.*\.(js|css|html)$/.test(path))
    .map((path) => ({ path, text: readText(path) ?? '', lines: 0, imports: [] })),
]

/** Nouns of the field in a file that is none of its places: `path:line noun in text`. Comments may name them. */
export const fieldNounsOf = (source: SourceFile): string[] =>
  PLACES.some(([place]) => isIn(place, source.path)) ? [] : nounsIn(source)

/** Places in which no file holds a noun of the field: their line is to be removed. */
export const idlePlaces = (files: readonly SourceFile[]): string[] =>
  PLACES.map(([place]) => place).filter(
    (place) => !files.some((file) => isIn(place, file.path) && nounsIn(file).length > 0),
  )

const isIn = (place: string, path: string): boolean =>
  place.endsWith('/') ? path.startsWith(place) : path === place

function nounsIn({ path, text }: SourceFile): string[] {
  const meanings = OTHER_MEANINGS.filter(([, where]) => where.test(path))
  return saidIn(path, text).flatMap(({ line, said }) =>
    nounsOf(meanings.reduce((rest, [phrase]) => rest.replace(phrase, ''), said)).map(
      (noun) => `${path}:${line} ${noun} in ${shortened(said)}`,
    ),
  )
}

interface Said {
  readonly line: number
  readonly said: string
}

/** Identifiers, strings, templates and patterns of a program; the lines of a style sheet or a page. */
function saidIn(path: string, text: string): Said[] {
  if (!/\.[jt]s$/.test(path)) return text.split('\n').map((said, at) => ({ line: at + 1, said }))
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false)
  const found: Said[] = []
  const visit = (node: ts.Node): void => {
    if (isWritten(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push({ line: line + 1, said: node.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** `UnloadBlocks at zone 3` → unload, blocks, zone */
export const nounsOf = (text: string): string[] => {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words.filter((word, i) => NOUNS.has(word) || (word === 'load' && AFTER_LOAD.has(words[i + 1] ?? '')))
}

const isWritten = (node: ts.Node): node is ts.Node & { readonly text: string } =>
  ts.isIdentifier(node) ||
  ts.isPrivateIdentifier(node) ||
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isRegularExpressionLiteral(node)

const shortened = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
