import { readText } from '../../../lab/architecture/source-tree.js'

/** A command that a text tells the reader to type. */
export interface Example {
  /** as printed, without the remark behind it */
  readonly command: string
  /** the helps and pages that print it */
  readonly from: readonly string[]
}

/** Pages whose commands are run. */
const PAGES = [
  'README.md',
  ...['console-tour', 'service', 'recording', 'policy-slots', 'worlds'].map((name) => `docs/${name}.md`),
]

/** @param helps by command @returns each command once */
export function collectExamples(helps: ReadonlyMap<string, string>): readonly Example[] {
  const found = new Map<string, string[]>()
  const add = (command: string, from: string): void =>
    void found.set(command, [...(found.get(command) ?? []), from])
  for (const [command, help] of helps) for (const each of inHelp(help)) add(each, `${command} --help`)
  for (const page of PAGES) for (const each of inPage(readText(page) ?? '')) add(each, page)
  return [...found].map(([command, from]) => ({ command, from }))
}

/** Lines that begin with a program, indented; two blanks or more separate the remark. */
function inHelp(help: string): string[] {
  return [...help.matchAll(/^ {2}((?:sudo |socat .*)?graft(?:-lab)? .*)$/gm)].map(
    ([, line = '']) => line.split(/ {2,}/)[0] as string,
  )
}

/** Blocks of shell, and in a block that is indented whatever begins with a program or stands behind a prompt. */
function inPage(page: string): string[] {
  const fenced = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n'))
  const indented = [...page.matchAll(/^ {4}((?:graft|export) .*)$/gm)].map(([, line = '']) => line)
  const typed = [...page.matchAll(/^ {4}\[.*\] > (.*)$/gm)].map(([, line = '']) => `graft console ${line}`)
  return [...fenced, ...indented, ...typed].map(withoutRemark).filter((line) => line !== '')
}

const withoutRemark = (line: string): string => line.replace(/\s+# .*/, '').trim()
