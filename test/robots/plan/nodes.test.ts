import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { BUILTINS } from '#bt/nodes/builtins.js'
import { parseTree } from '#bt/xml/parse.js'
import { writeTree } from '#bt/xml/write.js'
import { CONTROLS } from '#robots/plan/controls.js'
import { DECORATORS } from '#robots/plan/decorators.js'
import { LEAVES } from '#robots/plan/leaves.js'
import { checkTree } from '#robots/field/check-tree.js'
import { formatStep } from '#twin/domain/domain.js'
import { map, start } from '../../twin/field.js'
import { library, treeOf } from '../support/rig.js'

const check = (body: string) => checkTree(treeOf(body), start, { map, library })
const steps = (body: string): string[] =>
  check(body).steps.map(({ step }) => `${step.path} ${formatStep(step)}`)

describe('trees as plans', () => {
  it('knows every node type of the engine, and no other', () => {
    const ofKind = (...kinds: string[]): string[] =>
      BUILTINS.filter(({ spec }) => kinds.includes(spec.kind)).map(({ spec }) => spec.id)
    expect(Object.keys(CONTROLS).sort()).toEqual(ofKind('control').sort())
    expect(Object.keys(DECORATORS).sort()).toEqual(ofKind('decorator').sort())
    expect(Object.keys(LEAVES).sort()).toEqual(ofKind('action', 'condition').sort())
  })

  it('keeps the paths of the running tree, also inside SubTrees', () => {
    expect(
      steps(
        '<Sequence><Timeout msec="9"><MoveToZone zone="1"/></Timeout><SubTree ID="LoadBlocksSequence"/></Sequence>',
      ),
    ).toEqual(['/0/0 MoveToZone zone="1"', '/1/0/0 LoadBlocks'])
  })

  it('names ports in the order of their node: a resumed run reads its trees with another', () => {
    const doc = treeOf('<MoveToZone position="2" zone="1"/>')
    const stored = must(parseTree(writeTree(doc), { file: 'stored.xml', library }), 'the stored tree')
    for (const tree of [doc, stored])
      expect(checkTree(tree, start, { map, library }).steps.map(({ step }) => formatStep(step))).toEqual([
        'MoveToZone zone="1" position="2"',
      ])
  })

  it.each([
    [
      'a text for a port of a SubTree',
      '<SubTree ID="Go" where="3"/>',
      '<MoveToZone zone="{where}"/>',
      '/0 MoveToZone zone="3"',
    ],
    [
      'a key that is called otherwise inside',
      '<Sequence><Script code="z := 5"/><SubTree ID="Go" where="{z}"/></Sequence>',
      '<MoveToZone zone="{where}"/>',
      '/1/0 MoveToZone zone="5"',
    ],
    [
      'all keys of the outside',
      '<Sequence><SetBlackboard output_key="z" value="7"/><SubTree ID="Go" _autoremap="true"/></Sequence>',
      '<MoveToZone zone="{z}"/>',
      '/1/0 MoveToZone zone="7"',
    ],
    [
      'a key of the outermost tree',
      '<Sequence><Script code="z := 2"/><SubTree ID="Go"/></Sequence>',
      '<MoveToZone zone="{@z}"/>',
      '/1/0 MoveToZone zone="2"',
    ],
  ])('fills in %s', (_, main, inner, step) => {
    expect(steps(`${main}</BehaviorTree><BehaviorTree ID="Go">${inner}`)).toEqual([step])
  })

  it('follows what scripts write on each branch', () => {
    const body =
      '<Sequence><IfThenElse><ScriptCondition code="near"/><Script code="z := 1"/><Script code="z := 3"/></IfThenElse>' +
      '<MoveToZone zone="{z}"/><LoadBlocks/></Sequence>'
    expect(steps(body)).toEqual(['/1 MoveToZone zone="1"', '/1 MoveToZone zone="3"', '/2 LoadBlocks'])
    expect(check(body).verdict).toBe('passes')
  })

  it('goes through the items of a loop', () => {
    const body =
      '<LoopInt queue="1;3" value="{z}"><Sequence><MoveToZone zone="{z}"/><LoadBlocks/></Sequence></LoopInt>'
    expect(check(body).failures[0]).toMatchObject({ checkId: 'cups-free', after: { args: { zone: '3' } } })
  })

  it('says where only the run knows what is written', () => {
    const body = '<Sequence><Script code="z := x + 1"/><MoveToZone zone="{z}"/><LoadBlocks/></Sequence>'
    expect(check(body)).toMatchObject({ verdict: 'passes-in-part', complete: false })
  })

  it.each([
    ['_skipIf', 'when full (_skipIf of LoadBlocks) is false'],
    ['_successIf', 'when full (_successIf of LoadBlocks) is false'],
    ['_failureIf', 'when full (_failureIf of LoadBlocks) is false'],
  ])('%s decides both ways', (name, label) => {
    const { failures, ends } = check(`<LoadBlocks ${name}="full"/>`)
    expect(failures[0]?.branch).toEqual([label])
    expect(ends.failure).toBe(1)
  })

  it('a step that runs again at every tick and stops another one is worth a warning', () => {
    const { warnings } = check('<ReactiveSequence><MoveToZone zone="1"/><LoadBlocks/></ReactiveSequence>')
    expect(warnings).toMatchObject([{ kind: 'remark', code: 'started-again', path: '/' }])
  })
})
