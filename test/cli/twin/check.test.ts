import { Command, CommanderError } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { addTwinCommand } from '#cli/twin/twin-command.js'
import { Folder, project, Recorder, tree } from '../bt/bench.js'

const folder = new Folder()
afterAll(() => folder.remove())

/** `graft twin check …` as a person would type it. */
async function check(...args: readonly string[]): Promise<Recorder & { code: ExitCode }> {
  const io = new Recorder({ env: { LANG: 'C.UTF-8' } })
  let code: ExitCode = EXIT.ok
  const program = new Command('graft')
    .exitOverride()
    .configureOutput({ writeErr: (text) => io.err.write(text) })
  addTwinCommand(program, (exit) => (code = exit), io)
  try {
    await program.parseAsync(['twin', 'check', ...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    code = error.exitCode === 0 ? EXIT.ok : EXIT.usage
  }
  return Object.assign(io, { code })
}

const BAD =
  '<Sequence>\n      <MoveToZone zone="1"/>\n      <SubTree ID="LoadBlocksSequence"/>\n' +
  '      <Fallback>\n        <UnloadBlocks/>\n        <MoveToZone zone="4"/>\n      </Fallback>\n' +
  '      <SubTree ID="UnloadBlocksSequence"/>\n    </Sequence>'

describe('graft twin check', () => {
  it.each(['F1', 'F2', 'F3', 'F4', 'F5'])(
    'the trees that ship with graft pass on field %s',
    async (field) => {
      const trees = [
        'initial.xml',
        'reference/best-F1.xml',
        'reference/fig9-after.xml',
        'reference/fig9-before.xml',
      ]
      const { code, json } = await check(
        ...trees.map((name) => `${project}bt/${name}`),
        '--field',
        field,
        '--json',
      )
      expect(code).toBe(EXIT.ok)
      expect(json.map(({ verdict, complete, world }) => [verdict, complete, world])).toEqual(
        trees.map(() => ['passes', true, `field ${field}`]),
      )
    },
  )

  it('draws what each step would do and what would be believed after it', async () => {
    const { code, text } = await check(`${project}bt/initial.xml`)
    expect(code).toBe(EXIT.ok)
    expect(text).toContain('initial.xml on field F1: passes (4 steps, 1 final state, all branches checked)')
    expect(text).toMatch(
      /✓ LoadBlocks +grip 1111 from zone 1\n +the robot is at load zone 1 with a block of zone 1 in each/,
    )
  })

  it('names the pair, its place, the subtree that it is in, the branch, and what would mend it', async () => {
    const file = folder.write('bad.xml', tree(BAD))
    const { code, text } = await check(file)
    expect(code).toBe(EXIT.no)
    expect(text).toContain('fails: 1 step is refused')
    expect(text).toContain(
      `${file}:10:7: error plan.zone-open: UnloadBlocks after MoveToZone zone="4": zone 4 does not count`,
    )
    expect(text).toContain('[bt/subtrees.xml:10:7]')
    expect(text).toMatch(/hint: +run MoveToZone zone="2" first/)
    expect(text).toContain(`${file}:7:9: warning plan.at-unload-zone: `)
    expect(text).toContain('✗ UnloadBlocks')
    expect(text).toContain('~ UnloadBlocks')
  })

  it('tells in sentences what is believed, and which step brought it', async () => {
    const { text } = await check(folder.write('bad.xml', tree(BAD)), '--explain')
    expect(text).toContain(
      'UnloadBlocks, after LoadBlocks, would release 1111 into zone 1. The rule at-unload-zone says: the robot is at ' +
        'the unload zone that it releases into. Believed: the robot is at load zone 1 (since MoveToZone zone="1"). So: ' +
        'blocks are unloaded in zones 2, 4, 6, 8 and the robot is at load zone 1: move to an unload zone before ' +
        'UnloadBlocks. Fix: run MoveToZone zone="2" first.',
    )
  })

  it('names the branch on which a condition decides', async () => {
    const nodes =
      '<Sequence><Fallback><ScriptCondition code="ready"/><MoveToZone zone="1"/></Fallback><LoadBlocks/></Sequence>'
    const { code, text } = await check(folder.write('maybe.xml', tree(nodes)))
    expect(code).toBe(EXIT.no)
    expect(text).toMatch(/got: +on the branch: when ready is true/)
  })

  it('gives editors its findings as SARIF', async () => {
    const { text } = await check(folder.write('bad.xml', tree(BAD)), '--format', 'sarif')
    const { runs } = JSON.parse(text) as { runs: { results: { ruleId: string; level: string }[] }[] }
    expect(runs[0]?.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['plan.zone-open', 'error'],
      ['plan.at-unload-zone', 'warning'],
    ])
  })

  it('checks in a world of data as well', async () => {
    const nodes = '<Sequence><MoveTo place="fridge"/><Grasp item="milk"/></Sequence>'
    const { code, text } = await check(folder.write('milk.xml', tree(nodes)), '--domain', 'service')
    expect(code).toBe(EXIT.no)
    expect(text).toContain('Grasp item="milk" after MoveTo place="fridge": the fridge is closed')
    expect(text).toMatch(/hint: +run Open container="fridge" first/)
  })

  it.each([
    [['missing.xml'], /file\./],
    [[`${project}bt/initial.xml`, '--field', 'F9'], /field\.unknown/],
    [[`${project}bt/initial.xml`, '--domain', 'nowhere.yaml'], /nowhere\.yaml/],
  ])('bad input is told from a plan that fails: %j', async (args, says) => {
    const { code, errors } = await check(...args)
    expect(code).toBe(EXIT.usage)
    expect(errors).toMatch(says)
  })
})

describe('a tree of another world', () => {
  it.each([
    ['worlds/service/trees/missing-move.xml', [], '--domain service'],
    ['bt/initial.xml', ['--domain', 'home'], 'it is a tree of the field: leave --domain out'],
    ['worlds/home/policy/initial-tidy.xml', [], '--domain home, or graft world check home'],
  ])('%s %j: says once how it is checked', async (file, options, hint) => {
    const { code, errors } = await check(`${project}${file}`, ...options)
    expect(code).toBe(EXIT.usage)
    expect(errors.match(/it is a tree of/g)).toHaveLength(1)
    expect(errors).toContain(hint)
  })
})

it('the fix of a refused step lets the rest of the tree go on: it does not put back what was just picked up', async () => {
  const file = `${project}worlds/home/policy/initial-tidy.xml`
  const { json } = await check(file, '--domain', 'home', '--json')
  const [failure] = (
    json[0] as { failures: { mend: { skill: string; args: Record<string, string> }[] | null }[] }
  ).failures
  expect(failure?.mend?.map(({ skill, args }) => [skill, ...Object.values<string>(args)].join(' '))).toEqual([
    'GoTo dishwasher',
    'Place mug dishwasher',
    'GoTo coffee_table',
  ])
})

it('beside a step of a world stands what comes true, not the step once more', async () => {
  const { text } = await check(`${project}worlds/home/policy/initial-tidy.xml`, '--domain', 'home')
  expect(text).toMatch(/Open container="dishwasher" +the dishwasher is open/)
})
