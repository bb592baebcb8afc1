import { describe, expect, it } from 'vitest'
import { RULES } from '#twin/field/judge.js'
import { readStep } from '#cli/twin/explain/step-text.js'
import { graftTwin } from './graft-twin.js'

interface Explanation {
  readonly may: boolean
  readonly checks: readonly { readonly checkId: string; readonly holds: boolean; readonly advice?: string }[]
}

const told = async (...args: string[]): Promise<Explanation & { readonly code: number }> => {
  const { out, code } = await graftTwin('explain', ...args, '--json')
  return { ...(JSON.parse(out) as Explanation), code }
}

describe('graft twin explain', () => {
  it('shows every check of the command on the field, held or not, with what to do', async () => {
    const refused = await told('LoadBlocks')
    expect(refused.checks.map(({ checkId }) => checkId)).toEqual(RULES.grip.checks.map(({ id }) => id))
    expect(refused).toMatchObject({ code: 1, may: false })
    const failed = refused.checks.filter(({ holds }) => !holds)
    expect(failed.map(({ checkId }) => checkId)).toEqual(['at-load-zone'])
    expect(failed[0]?.advice).toContain('before LoadBlocks')
    const loaded = await told('LoadBlocks', '--after', 'MoveToZone zone="1"')
    expect(loaded).toMatchObject({ code: 0, may: true })
  })

  it('shows the values that decided in a world as data, also such as are otherwise than at the start', async () => {
    const { out, code } = await graftTwin(
      'explain',
      'Grasp item="mug"',
      '--domain',
      'service',
      '--fact',
      'location(mug)=sink',
    )
    expect(code).toBe(1)
    expect(out).toMatch(/^Grasp item="mug"\n {2}✓ gripper-empty {2}the gripper is empty\n/)
    expect(out).toContain(`  ✗ same-place     the robot stands where the thing is
                   at is sofa, location(mug) is sink
                   the mug is at sink and the robot is at sofa: put MoveTo place="sink" before Grasp
`)
    expect(out).toContain('and 2 more')
  })

  it('a step that is done, wrong, or comes after a wrong one is told so', async () => {
    const service = ['--domain', 'service']
    expect(await graftTwin('explain', 'MoveTo place="sofa"', ...service)).toEqual({
      out: 'nothing is left to do\n',
      err: '',
      code: 0,
    })
    const errors: readonly (readonly [args: readonly string[], text: string])[] = [
      [['Grasp item="mugg"', ...service], 'item="mugg" is not what Grasp takes: did you mean mug?'],
      [['Grasp item=', ...service], '"Grasp item=" is not a step: write it as a tree does, Grasp item="mug"'],
      [
        ['Grasp item="mug"', '--after', 'Grasp item="mug"', ...service],
        '--after Grasp: the mug is at cupboard and',
      ],
      [['Grasp item="mug"', '--fact', 'location(mug)', ...service], '--fact location(mug): write fact=value'],
      [['Grasp item="mug"', '--fact', 'location(mug)=moon', ...service], 'location(mug) cannot be "moon"'],
      [['LoadBlocks', '--fact', 'at=sofa'], '--fact is for worlds defined as data'],
      [['LoadBlocks', '--field', 'F9'], 'F9'],
      [['Grasp item="mug"', '--domain', 'nowhere'], 'there is no file nowhere'],
    ]
    for (const [args, text] of errors) {
      const { out, err, code } = await graftTwin('explain', ...args)
      expect([out, code]).toEqual(['', 2])
      expect(err).toContain(text)
    }
  })
})

describe('a step as people write it', () => {
  it.each([
    ['Grasp item="mug"', { item: 'mug' }],
    ["Grasp item='mug' part=handle", { item: 'mug', part: 'handle' }],
    ['<Grasp item = "a b" />', { item: 'a b' }],
    ['Grasp', {}],
  ])('%s', (text, args) => {
    expect(readStep(text)).toEqual({ ok: true, value: { skill: 'Grasp', args } })
  })

  it.each(['', '"Grasp"', 'Grasp mug', 'Grasp item="mug', 'Grasp item="mug"part="handle"'])(
    '%j is none',
    (text) => {
      expect(readStep(text).ok).toBe(false)
    },
  )
})
