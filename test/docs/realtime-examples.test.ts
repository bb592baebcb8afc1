import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'
import { CommandLine } from './support/command-line.js'
import { collectExamples, type Example } from './support/examples.js'
import { NOT_RUN, SPECIAL, type Special } from './support/exceptions.js'
import { Prepared } from './support/prepared.js'

const line = await CommandLine.load()
const examples = collectExamples(line.helps)
const isLeftOut = ({ command }: Example): boolean => NOT_RUN.some((each) => each.command.test(command))
const specialOf = ({ command }: Example): Partial<Special> =>
  Object.assign({}, ...SPECIAL.filter((each) => each.command.test(command))) as Partial<Special>

/** What makes things comes first; what needs the store for itself comes last, and `set-aside` takes it away. */
const ORDER = [
  /^graft new /,
  /^(?!graft (?:memory|store|world chances)|.*--write$)/,
  /^graft world|--write$/,
  /^graft (?:memory|store (?!set))/,
  /./,
]
const LAST = 3
const ALONE = 'a network of its own'
const rank = ({ command }: Example): number => ORDER.findIndex((each) => each.test(command))
const run = examples.filter((each) => !isLeftOut(each)).toSorted((a, b) => rank(a) - rank(b))

describe('every example of every --help, README.md and five pages', () => {
  it('is found', () => {
    expect(line.helps.size).toBeGreaterThanOrEqual(100)
    expect(examples.length).toBeGreaterThanOrEqual(190)
    expect(new Set(examples.flatMap(({ from }) => from)).size).toBeGreaterThanOrEqual(40)
  })

  it('is accepted by the command line, also those that are not run', async () => {
    const refused: string[] = []
    for (const { command, from } of examples)
      for (const part of command.split(/ (?:&&|\|\||[|;>]) |; /).map((each) => each.replace(/^sudo /, '')))
        if (/^graft/.test(part)) {
          const problem = await line.against(part)
          if (problem !== undefined) refused.push(`${from.join(', ')}: ${part}: ${problem}`)
        }
    expect(refused).toEqual([])
  })

  it('is run, but for those that cannot be, which are few and exist', () => {
    expect(NOT_RUN.filter(({ command }) => !examples.some((each) => command.test(each.command)))).toEqual([])
    expect(SPECIAL.filter(({ command }) => !run.some((each) => command.test(each.command)))).toEqual([])
    expect(examples.filter(isLeftOut).length).toBeLessThanOrEqual(30)
  })
})

describe('typed by a reader who has followed so far', () => {
  let prepared: Prepared | undefined
  beforeAll(async () => void (prepared = await Prepared.make()), 600_000)
  afterAll(() => prepared?.remove())

  const isLast = (example: Example): boolean => rank(example) >= LAST
  const byItself = run.filter((each) => !isLast(each))
  const play = async (example: Example): Promise<void> => {
    const { code: wanted = 0, needs: thing, ...how } = specialOf(example)
    const command = thing === ALONE ? example.command.replace(/^graft/, 'graft-alone') : example.command
    const { code, output } = (await prepared?.run(command, how)) ?? {}
    expect(code, output).toBe(wanted)
  }
  it('graft and graft-lab are commands after the steps of README.md', async () => {
    const alias = run.find(({ command }) => command.startsWith('alias graft='))?.command ?? ''
    const { code, output } =
      (await prepared?.run(
        `PATH=/usr/bin:/bin:$(dirname "$(command -v node)")\n${alias}\ngraft --version && graft-lab --version`,
      )) ?? {}
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n\d+\.\d+\.\d+\n$/)])
  })
  for (const thing of [undefined, 'python3', 'MuJoCo', ALONE] as const)
    it.each(byItself.filter((each) => specialOf(each).needs === thing))(
      '$command',
      thing === undefined ? {} : needs(thing),
      play,
    )
  describe('once the services have ended', () => {
    beforeAll(() => prepared?.stopServices())
    it.each(run.filter(isLast))('$command', play)
  })
})
