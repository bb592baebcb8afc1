import type { DataDomain } from '#worlds/assemble.js'
import { formatValue, NONE, type Fluents, type Value } from '#worlds/value.js'
import { formsOf, sortWords } from './forms.js'

/** More things of a state are not shown: a prompt has to fit a context of 8192 tokens. */
const MOST_SHOWN = 160
const MOST_CONSTANT = 40

/**
 * A world as a chat model is told of it: things, what can be said of them, what the robot can do, and what is believed
 * now. Names are spelled as they have to be written in the reply.
 */
export function describeWorld(domain: DataDomain, state: Fluents): string {
  return [
    `The world "${domain.name}": ${domain.text}`,
    '',
    'Things, by their type:',
    ...things(domain),
    ...words(domain),
    '',
    'What can be said of it (true or false, a number, or one of the names):',
    ...facts(domain),
    '',
    'What the robot can do:',
    ...skills(domain),
    '',
    'What never changes:',
    ...constants(domain),
    '',
    'What is believed now:',
    ...describeState(domain, state),
  ].join('\n')
}

/** What is believed, a line for each fact. */
export function describeState(domain: DataDomain, state: Fluents): string[] {
  const names = formsOf(domain).map(({ fact }) => fact)
  let shown = 0
  return names.flatMap((name) => {
    const values = [...state].filter(([fact]) => fact === name || fact.startsWith(`${name}(`))
    // of what is nearly always false only the rest is worth a word
    const isTruth = values.length > 1 && values.every(([, value]) => typeof value === 'boolean')
    const worth = isTruth ? values.filter(([, value]) => value === true) : values
    const kept = worth.slice(0, Math.max(0, MOST_SHOWN - shown))
    shown += kept.length
    if (values.length === 0) return []
    if (isTruth) return [`- ${name}: ${kept.map(([fact]) => inside(fact)).join('; ') || 'none'}, no other`]
    return kept.length === 0 ? [] : [valuesLine(name, kept)]
  })
}

/** `location: a = b, c = d`, or `at = b` */
function valuesLine(name: string, values: readonly (readonly [fact: string, value: Value])[]): string {
  const pairs = values.map(([fact, value]) => `${inside(fact)} = ${written(value)}`).join(', ')
  return values.some(([fact]) => fact === name) ? `- ${pairs}` : `- ${name}: ${pairs}`
}

const inside = (fact: string): string => /\((.*)\)$/.exec(fact)?.[1] ?? fact

/** As it is written in a formula, not as people say it. */
const written = (value: Value): string => (typeof value === 'boolean' ? String(value) : formatValue(value))

function things({ objects }: DataDomain): string[] {
  const types = new Set([...objects.values()].map(({ type }) => type))
  return [...types].map((type) => {
    const members = [...objects].filter(([, own]) => own.type === type)
    return `- ${type}: ${members.map(([name]) => name).join(', ')}`
  })
}

const words = ({ objects }: DataDomain): string[] => {
  const called = [...objects].flatMap(([name, { also, text }]) => {
    const more = [...also, ...(text === undefined ? [] : [text])]
    return more.length === 0 ? [] : [`${name} (${more.join(', ')})`]
  })
  return called.length === 0 ? [] : [`In other words: ${called.join('; ')}`]
}

const facts = (domain: DataDomain): string[] =>
  formsOf(domain).map(({ fact, parameters, sort, text = meaningOf(fact, domain) }) => {
    const of =
      parameters.length === 0 ? '' : `(${parameters.map((one) => sortWords(one, domain)).join(', ')})`
    return `- ${fact}${of}: ${sortWords(sort, domain)}${text === undefined ? '' : `; ${text}`}`
  })

/** A definition is explained by its formula, if that is short. */
function meaningOf(fact: string, { rules }: DataDomain): string | undefined {
  const holds = rules.definitions?.find(({ name }) => name.split('(')[0] === fact)?.holds
  return holds === undefined || holds.length > 120 ? undefined : `means ${holds}`
}

/** What a skill is called, what it is given, what it does and when it is done. */
const skills = ({ rules }: DataDomain): string[] =>
  rules.skills
    .filter(({ marks }) => marks?.manual !== true)
    .map(({ name, ports, text, done, expected }) => {
      const given = ports.map((port) => `${port.name}=${port.takes}${port.optional ? ', optional' : ''}`)
      const result = done ?? expected.find(({ holds }) => holds !== undefined)?.holds
      return `- ${name}(${given.join('; ')}): ${text}${result === undefined ? '' : `; then ${result}`}`
    })

/** What is none is left out: most constants are so of most things. */
function constants({ vocabulary }: DataDomain): string[] {
  const lines = [...vocabulary.variables.values()].flatMap(({ name, constants }) => {
    const said = [...(constants ?? [])].filter(([, value]) => value !== NONE).slice(0, MOST_CONSTANT)
    return said.length === 0 ? [] : [valuesLine(name, said)]
  })
  return lines.length === 0 ? ['- nothing that matters'] : lines
}
