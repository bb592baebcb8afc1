import { InvalidArgumentError, Option } from 'commander'
import type { Result } from '#base/result.js'
import type { ExitCode } from '#app/command-line/exit-code.js'

/** Sets the exit code of the process. */
export type Finish = (code: ExitCode) => void

export const nodesOption = (): Option =>
  new Option(
    '--nodes <palette.xml>',
    "palette of your nodes (a TreeNodesModel, as Groot2 exports it), in place of graft's own; can be repeated",
  ).argParser(collect((file) => ({ ok: true, value: file })))

export const pluginOption = (): Option =>
  new Option(
    '--plugin <nodes.js>',
    'node types in code: a module whose default export is a list of definitions ' +
      '(docs/bt/custom-nodes.md); its code runs; can be repeated',
  ).argParser(collect((file) => ({ ok: true, value: file })))

export const compatOption = (): Option =>
  new Option(
    '--compat <version>',
    '4.10: behave as BehaviorTree.CPP 4.10; strict: correct or refuse its pitfalls',
  )
    .choices(['4.10', 'strict'])
    .default('4.10')

/** Collects the values of a repeatable option. */
export const collect =
  <T>(parse: (text: string) => Result<T, string>) =>
  (text: string, before: readonly T[] | undefined): readonly T[] => {
    const parsed = parse(text)
    if (!parsed.ok) throw new InvalidArgumentError(parsed.error)
    return [...(before ?? []), parsed.value]
  }

export function positive(max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= max) return value
    throw new InvalidArgumentError(`expected a number above 0, at most ${max}, got ${JSON.stringify(text)}`)
  }
}
