import type { Frame } from '#instructions/frames.js'
import { spoken, spokenWorld } from '#instructions/spoken-world.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Value } from '#worlds/value.js'
import { ARGUMENT_KEYS, formsOf, type Form } from '../world/forms.js'

/**
 * Orders with their replies, made by rule from the skills of the world: they show the form, in the names that have
 * to be used.
 */
export function exampleOrders(domain: DataDomain): string {
  const forms = formsOf(domain)
  const said = spokenWorld(domain).frames.flatMap((frame) => exampleOf(frame, forms))
  const [first, second] = said
  const last = said.findLast(({ fact }) => fact !== first?.fact)
  return [
    ...(first === undefined ? [] : [exampleLine(`See to it that ${first.words}.`, [first])]),
    ...(first === undefined || last === undefined
      ? []
      : [
          exampleLine(
            `See to it that ${first.words}, but it must never be so that ${last.words}.`,
            [first],
            [last],
          ),
          exampleLine(
            `First see to it that ${last.words}, and after that, that ${(second ?? first).words}.`,
            [last, second ?? first],
          ),
        ]),
    `Order: "Whistle me a song."\nReply: ${reply('A song is no thing of this world.', [], 'whistle a song')}`,
  ].join('\n')
}

interface Example {
  readonly fact: string
  readonly words: string
  readonly statement: Readonly<Record<string, Value>>
}

/** What a skill achieves with the first values that it can be given. */
function exampleOf({ goal, outcome, ports }: Frame, forms: readonly Form[]): Example[] {
  const values = new Map(
    ports.map(({ name, values }, at) => [name, [...values][at === 0 ? 0 : values.size - 1] ?? '']),
  )
  const fill = (text: string, write: (value: string) => string): string =>
    text.replaceAll(/\{?\?(\w+)\}?/g, (_, port: string) => write(values.get(port) ?? ''))
  const formula = fill(goal, (value) => value)
  const [, negation, fact = '', inside = '', value] =
    /^(not )?(\w+)(?:\(([\w, ]+)\))?(?: = (\w+))?$/.exec(formula.trim()) ?? []
  const words = fill(outcome, spoken)
  const form = forms.find((each) => each.fact === fact)
  if (form === undefined || words.includes('{')) return []
  const args = inside === '' ? [] : inside.split(',').map((name) => name.trim())
  if ((value === undefined) !== (form.sort.kind === 'bool') || form.sort.kind === 'number') return []
  return [
    {
      fact,
      words,
      statement: {
        fact,
        ...Object.fromEntries(args.map((name, at) => [ARGUMENT_KEYS[at] ?? '', name])),
        is: value ?? negation === undefined,
      },
    },
  ]
}

function exampleLine(order: string, goals: readonly Example[], never: readonly Example[] = []): string {
  const statements = (all: readonly Example[]) => all.map(({ statement }) => statement)
  const reading = {
    goals: statements(goals),
    never: statements(never),
    assumes: [],
    before: goals.length > 1 ? [{ first: 1, then: 2 }] : [],
    not_used: [],
    sure: true,
  }
  const thought = `It shall be so that ${goals.map(({ words }) => words).join(', and then that ')}.`
  return `Order: ${JSON.stringify(order)}\nReply: ${reply(thought, [reading], '')}`
}

const reply = (thought: string, readings: readonly unknown[], unclear: string): string =>
  JSON.stringify({ thought, readings, unclear })
