import { BT_CREATE_CODES } from './codes/bt-create-codes.js'
import { BT_LOAD_CODES } from './codes/bt-load-codes.js'
import type { CodeInfo, Stage } from './codes/code-info.js'
import { EDIT_CODES } from './codes/edit-codes.js'
import { LINT_CODES } from './codes/lint-codes.js'
import { NODE_CODES } from './codes/node-codes.js'
import { XML_CODES } from './codes/xml-codes.js'

/** Every diagnostic code about trees. `docs/bt/errors.md` is generated from it. */
export const CODES: ReadonlyMap<string, CodeInfo> = new Map(
  Object.entries({
    ...XML_CODES,
    ...BT_LOAD_CODES,
    ...BT_CREATE_CODES,
    ...LINT_CODES,
    ...EDIT_CODES,
    ...NODE_CODES,
  }),
)

/** The stage at which a problem appears; codes from a robot's own lints are `lint`. */
export const stageOf = (code: string): Stage => CODES.get(code)?.stage ?? 'lint'

/** Generates the page `docs/bt/errors.md`. */
export function codesPage(): string {
  const parts = SECTIONS.map(({ stage, title, text }) => {
    const entries = [...CODES].filter(([, info]) => info.stage === stage)
    return [`## ${title}`, text, ...entries.map(([code, info]) => entry(code, info))].join('\n\n')
  })
  return `${[HEAD, ...parts].join('\n\n')}\n`
}

function entry(code: string, { title, explanation, example }: CodeInfo): string {
  const wrong = example.wrong === '' ? 'an empty file' : example.wrong
  return [
    `### \`${code}\` ${title}`,
    explanation,
    ['```text', `wrong: ${wrong}`, `right: ${example.right}`, '```'].join('\n'),
  ].join('\n\n')
}

const HEAD = [
  '# Error codes of behaviour trees',
  'Generated from `src/bt/codes/`; a test checks that it is current. Each message names file, line and ' +
    'column, what was expected and found, and what to do. With `compat: "strict"` the warnings of the first two ' +
    'stages are errors.',
].join('\n\n')

const SECTIONS: readonly { readonly stage: Stage; readonly title: string; readonly text: string }[] = [
  {
    stage: 'load',
    title: 'While a document is loaded',
    text:
      'What the documents alone reveal. BehaviorTree.CPP finds the errors among these when it ' +
      'registers a document; what it tolerates is a warning.',
  },
  {
    stage: 'create',
    title: 'While a tree is created',
    text: 'What appears when the main tree is created. In trees that it does not use, these are warnings.',
  },
  { stage: 'lint', title: 'Traps', text: 'The tree runs, but perhaps not as intended. Always warnings.' },
  { stage: 'edit', title: 'While a tree is edited', text: 'Why a patch is rejected.' },
  {
    stage: 'register',
    title: 'While nodes of your own are registered',
    text: 'Why a definition is rejected. The message names the node.',
  },
]
