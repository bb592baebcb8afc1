import { didYouMean } from '#base/diagnostic.js'
import { CODES } from '#bt/codes.js'
import type { CodeInfo } from '#bt/codes/code-info.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor, type Paint } from '#terminal/paint.js'
import type { Io } from '#terminal/io.js'
import { refuse } from '../output/refuse.js'
import { Sources } from '../input/sources.js'

/** `graft bt explain`: explains a problem code with an example; without a code, lists all codes. */
export function explain(code: string | undefined, { json }: { readonly json: boolean }, io: Io): ExitCode {
  const paint = paintFor(io.out, io.env)
  if (code === undefined) {
    const rows = [...CODES].map(([name, info]) => (json ? jsonOf(name, info) : row(name, info)))
    io.out.write(rows.join(''))
    return EXIT.ok
  }
  const info = CODES.get(code)
  if (info === undefined) {
    const near = didYouMean(code, CODES.keys())
    const hint = near === undefined ? 'graft bt explain lists all codes' : `did you mean ${near}?`
    const problem = {
      code: 'cli.unknown-code',
      severity: 'error',
      message: `there is no code ${code}`,
      hint,
    } as const
    return refuse([problem], new Sources(), io)
  }
  io.out.write(json ? jsonOf(code, info) : page(code, info, paint))
  return EXIT.ok
}

const row = (code: string, { title }: CodeInfo): string => `${code.padEnd(WIDTH)}  ${title}\n`

const WIDTH = Math.max(...[...CODES.keys()].map((code) => code.length))

const jsonOf = (code: string, info: CodeInfo): string => `${JSON.stringify({ code, ...info })}\n`

function page(code: string, { stage, title, explanation, example }: CodeInfo, paint: Paint): string {
  return [
    `${paint.bold(code)}: ${title}`,
    '',
    `  ${explanation}`,
    '',
    `${paint.bad('wrong')}`,
    ...indented(example.wrong),
    `${paint.good('right')}`,
    ...indented(example.right),
    '',
    paint.dim(STAGES[stage]),
    '',
  ].join('\n')
}

const indented = (text: string): string[] => text.split('\n').map((line) => `  ${line}`)

const STAGES: Readonly<Record<CodeInfo['stage'], string>> = {
  load: 'BehaviorTree.CPP 4.10 refuses such a document when it reads it.',
  create: 'BehaviorTree.CPP 4.10 refuses such a document when it makes the tree.',
  lint: 'A warning: BehaviorTree.CPP 4.10 says nothing.',
  edit: 'About a patch, not about a document.',
  register: 'About node types in code, not about a document.',
}
