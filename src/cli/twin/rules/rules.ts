import { didYouMean, formatDiagnostic } from '#base/diagnostic.js'
import { fieldRules } from '#twin/field/field-rules.js'
import type { DomainRules, SkillRules } from '#twin/domain/rules.js'
import type { Io } from '#terminal/io.js'
import { readDomain } from '#worlds/files/read-domain.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor } from '#terminal/paint.js'
import { rulesMarkdown } from './markdown.js'
import { definitionLines, skillPage, worldPage } from './page.js'

export interface RulesOptions {
  readonly domain?: string
  readonly skill?: string
  readonly format: 'text' | 'markdown' | 'json'
}

/** `graft twin rules`: shows the rules of the robot's own field, or of a world defined as data. */
export async function rules({ domain, skill, format }: RulesOptions, io: Io): Promise<ExitCode> {
  const found = domain === undefined ? fieldRules : await rulesOf(domain, io)
  if (found === undefined) return EXIT.usage
  const chosen = skill === undefined ? found.skills : found.skills.filter((one) => isNamed(one, skill))
  if (chosen.length === 0) {
    io.err.write(`${noSkill(skill ?? '', found)}\n`)
    return EXIT.usage
  }
  io.out.write(written({ ...found, skills: chosen }, format, io))
  return EXIT.ok
}

async function rulesOf(file: string, io: Io): Promise<DomainRules | undefined> {
  const domain = await readDomain(file)
  const problems = domain.ok ? domain.value.warnings : domain.error
  for (const problem of problems) io.err.write(`${formatDiagnostic(problem)}\n`)
  return domain.ok ? domain.value.rules : undefined
}

const isNamed = ({ name, askedBy = [] }: SkillRules, skill: string): boolean =>
  name === skill || askedBy.includes(skill)

function written(found: DomainRules, format: RulesOptions['format'], io: Io): string {
  switch (format) {
    case 'json':
      return found.skills
        .map((skill) => `${JSON.stringify({ type: 'rules', domain: found.name, ...skill })}\n`)
        .join('')
    case 'markdown':
      return rulesMarkdown(found)
    case 'text': {
      const paint = paintFor(io.out, io.env)
      const pages = found.skills.map((skill) => skillPage(skill, paint))
      const names = definitionLines(found.definitions ?? [], paint)
      const around = found.skills.length === 1 ? '' : worldPage(found, paint)
      return [...pages, names, around].filter((page) => page !== '').join('\n')
    }
  }
}

function noSkill(skill: string, { name, skills }: DomainRules): string {
  const names = skills.flatMap((one) => [one.name, ...(one.askedBy ?? [])])
  const near = didYouMean(skill, names)
  const advice = near === undefined ? `it has ${[...new Set(names)].join(', ')}` : `did you mean ${near}?`
  return `${name} has no skill ${JSON.stringify(skill)}: ${advice}`
}
