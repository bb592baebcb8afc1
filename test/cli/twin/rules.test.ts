import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { initialBelief } from '#twin/field/belief.js'
import { fieldRules, describedPredicates } from '#twin/field/field-rules.js'
import { RULES } from '#twin/field/judge.js'
import type { Command as TwinCommand } from '#twin/field/world.js'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { grip, map, move, push, release, rotate } from '../../twin/field.js'
import { graftTwin } from './graft-twin.js'
import { rulesPage } from './rules-page.js'

describe('graft twin rules', () => {
  it('docs/twin/rules.md is what the rules say (refresh: vitest -u)', async () => {
    await expect(await rulesPage()).toMatchFileSnapshot(`${REPO}/docs/twin/rules.md`)
  })

  it('prints every check of the robot with its sentence, by command and by skill', async () => {
    const { out, code } = await graftTwin('rules')
    expect(code).toBe(0)
    for (const { checks } of Object.values(RULES)) {
      for (const { id, text } of checks) expect(out).toMatch(new RegExp(`^    ${id} +${escape(text)}$`, 'm'))
    }
    expect((await graftTwin('rules', '--skill', 'LoadBlocks')).out).toBe(
      (await graftTwin('rules', '--skill', 'grip')).out,
    )
  })

  it.each<TwinCommand>([move({ kind: 'home' }), grip(1, '1111'), release(2, '1111'), rotate('1111'), push])(
    'the sentences of $kind speak of just those predicates that the rule expects',
    (command) => {
      const expected = RULES[command.kind].expected(initialBelief(map), command, map)
      expect(new Set(describedPredicates(command.kind))).toEqual(new Set(expected.map(({ kind }) => kind)))
    },
  )

  it('as JSON it is one object a skill, one a line', async () => {
    const { out } = await graftTwin('rules', '--json')
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly name: string })
    expect(lines.map(({ name }) => name)).toEqual(fieldRules.skills.map(({ name }) => name))
    expect(lines[0]).toMatchObject({ type: 'rules', domain: 'field' })
  })

  it('of a world as data it shows formulas, outcomes and definitions', async () => {
    const { out, code } = await graftTwin('rules', '--domain', 'task-board')
    expect(code).toBe(0)
    expect(out).toContain('grasped(?tool) = working_part(?tool)')
    expect(out).toContain(
      'one outcome: held by one of its parts, for each ?p in part, when has_part(?tool, ?p)',
    )
    expect(out).toMatch(/^hand_free {2}forall \?t in tool/m)
    const one = await graftTwin('rules', '--domain', `${REPO}/worlds/service`, '--skill', 'PutDown')
    expect(one.out).toMatch(/^PutDown {2}put the thing in the gripper down/)
    expect(one.out).not.toContain('MoveTo  drive')
  })

  it('a skill or file that is not there is named, with what was meant', async () => {
    expect(await graftTwin('rules', '--skill', 'LoadBlock')).toEqual({
      out: '',
      err: 'field has no skill "LoadBlock": did you mean LoadBlocks?\n',
      code: 2,
    })
    const missing = await graftTwin('rules', '--domain', 'no-such-world')
    expect(missing).toMatchObject({ out: '', code: 2 })
    expect(missing.err).toMatch(/^error domain.file-missing: there is no file no-such-world/)
  })

  it('a wrong domain file is refused with line and column', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'graft-rules-')), 'domain.yaml')
    const text = readFileSync(`${REPO}/worlds/service/world.yaml`, 'utf8')
    writeFileSync(file, text.replace('holds: at = ?place\n        say', 'holds: att = ?place\n        say'))
    // the folder of such a file, whose name was domain.yaml before worlds had four documents, means the file
    expect(await graftTwin('rules', '--domain', dirname(file))).toEqual(
      await graftTwin('rules', '--domain', file),
    )
    const { out, err, code } = await graftTwin('rules', '--domain', file)
    expect([out, code]).toEqual(['', 2])
    expect(err).toMatch(/domain\.yaml:\d+:16: error domain\.unknown-name: nothing is called "att"/)
    expect(err).toContain('did you mean at?')
  })
})

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
