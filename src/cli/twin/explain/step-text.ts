import { err, ok, type Result } from '#base/result.js'
import type { PlannedStep } from '#twin/domain/domain.js'

export type StepText = Pick<PlannedStep, 'skill' | 'args'>

/** Parses a step: `Grasp item="mug"`, `Grasp item=mug`, or the XML of a tree. */
export function readStep(text: string): Result<StepText, string> {
  const bare = text
    .trim()
    .replace(/^<\s*/, '')
    .replace(/\s*\/?>$/, '')
  const skill = /^[A-Za-z_]\w*/.exec(bare)?.[0]
  if (skill === undefined) return err(wrong(text))
  const args: Record<string, string> = {}
  let rest = bare.slice(skill.length)
  while (rest.trim() !== '') {
    const port = PORT.exec(rest)
    const name = port?.[1]
    if (port === null || name === undefined) return err(wrong(text))
    args[name] = port[2] ?? port[3] ?? port[4] ?? ''
    rest = rest.slice(port[0].length)
  }
  return ok({ skill, args })
}

const PORT = /^\s+([A-Za-z_]\w*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=]+))/

const wrong = (text: string): string =>
  `${JSON.stringify(text.slice(0, 80))} is not a step: write it as a tree does, Grasp item="mug"`
