import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hello } from '../../../examples/bt/hello.js'
import { PipelineSequence } from '../../../examples/bt/patrol/pipeline-sequence.js'
import { RateController } from '../../../examples/bt/patrol/rate-controller.js'
import { RecoveryNode } from '../../../examples/bt/patrol/recovery-node.js'
import { robotNodes } from '../../../examples/bt/patrol/robot-nodes.js'
import { RoundRobin } from '../../../examples/bt/patrol/round-robin.js'
import { runTree } from '../../../examples/bt/patrol/run-tree.js'
import { World } from '../../../examples/bt/patrol/world.js'
import { formatDiagnostic, loadTree, VirtualClock } from '#bt-tools/index.js'
import { bench } from './load.js'
import { LETTERS, letters, tapeLeaf } from './tape-leaf.js'

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../examples/bt/${name}`, import.meta.url)), 'utf8')

describe('examples', () => {
  it('hello says what its tree says', () => {
    const said: string[] = []
    expect(hello('Groot', (line) => said.push(line))).toBe('SUCCESS')
    expect(said).toEqual(['hello', 'Groot'])
    expect(hello('', (line) => said.push(line))).toBe('SUCCESS')
    expect(said).toEqual(['hello', 'Groot', ''])
  })

  it('hello is short', () => {
    expect(example('hello.ts').split('\n').length).toBeLessThanOrEqual(40)
  })

  it('patrol recovers in turns, plans once a second, and waits for its camera', async () => {
    const clock = new VirtualClock()
    const world = new World()
    world.ghosts.push({ x: 1, y: 0 })
    const pictures: (() => void)[] = []
    const camera = (at: { x: number }) =>
      new Promise<string>((resolve) => pictures.push(() => resolve(`picture at ${at.x}`)))
    const loaded = loadTree(example('patrol/patrol.xml'), {
      nodes: [RecoveryNode, PipelineSequence, RoundRobin, RateController, ...robotNodes(world, camera)],
      clock,
    })
    if (!loaded.ok) throw new Error(loaded.error.map(formatDiagnostic).join('\n'))
    let woken = 0
    const status = await runTree(loaded.value, async (wake) => {
      clock.advance(100)
      const shoot = pictures.pop()
      shoot?.()
      if (shoot !== undefined) await wake.then(() => (woken += 1))
    })
    expect(status).toBe('SUCCESS')
    expect(woken).toBe(2)
    expect(world.log).toEqual([
      'plan',
      'back up',
      'plan',
      'clear map',
      'plan',
      'plan',
      'at 2;0',
      'picture at 2',
      'plan',
      'plan',
      'plan',
      'plan',
      'at 5;0',
      'picture at 5',
    ])
    expect(loaded.value.blackboard.value('last_picture')).toBe('picture at 5')
  })
})

describe('control nodes of other people, written anew', () => {
  const run = (body: string, ticks: number) => {
    const calls: string[] = []
    const { tree, clock } = bench(body, [
      RecoveryNode,
      PipelineSequence,
      RoundRobin,
      RateController,
      tapeLeaf(calls),
    ])
    const results: string[] = []
    for (let i = 0; i < ticks; i++) {
      results.push(letters[tree.tick()])
      clock.advance(100)
    }
    return { results: results.join(''), calls: calls.join(' ') }
  }

  it.each([
    [
      'succeeds without recovery',
      '<RecoveryNode><T name="a" plays="S"/><T name="b" plays="S"/></RecoveryNode>',
      1,
      'S',
      'a',
    ],
    [
      'recovers and tries again in one tick',
      '<RecoveryNode><T name="a" plays="FS"/><T name="b" plays="S"/></RecoveryNode>',
      1,
      'S',
      'a b a',
    ],
    [
      'gives up when no retries are left',
      '<RecoveryNode number_of_retries="2"><T name="a" plays="F"/><T name="b" plays="S"/></RecoveryNode>',
      1,
      'F',
      'a b a b a',
    ],
    [
      'fails when the recovery fails',
      '<RecoveryNode><T name="a" plays="F"/><T name="b" plays="F"/></RecoveryNode>',
      1,
      'F',
      'a b',
    ],
    [
      'counts retries anew in each activation',
      '<RecoveryNode><T name="a" plays="F"/><T name="b" plays="S"/></RecoveryNode>',
      2,
      'FF',
      'a b a a b a',
    ],
    [
      'waits for a running recovery',
      '<RecoveryNode><T name="a" plays="FS"/><T name="b" plays="RS"/></RecoveryNode>',
      2,
      'RS',
      'a b b a',
    ],
  ])('RecoveryNode %s', (_, body, ticks, results, calls) => {
    expect(run(body, ticks)).toEqual({ results, calls })
  })

  it.each([
    [
      'ticks earlier children again',
      '<PipelineSequence><T name="a" plays="S"/><T name="b" plays="RRS"/></PipelineSequence>',
      3,
      'RRS',
      'a b a b a b',
    ],
    [
      'goes on behind a stage that runs again',
      '<PipelineSequence><T name="a" plays="SRS"/><T name="b" plays="RRS"/></PipelineSequence>',
      3,
      'RRS',
      'a b a b a b',
    ],
    [
      'does not begin a stage before the one ahead has succeeded once',
      '<PipelineSequence><T name="a" plays="RS"/><T name="b" plays="S"/></PipelineSequence>',
      2,
      'RS',
      'a a b',
    ],
    [
      'fails when an earlier stage fails, and stops the later ones',
      '<PipelineSequence><T name="a" plays="SF"/><T name="b" plays="R"/></PipelineSequence>',
      2,
      'RF',
      'a b a b!',
    ],
  ])('PipelineSequence %s', (_, body, ticks, results, calls) => {
    expect(run(body, ticks)).toEqual({ results, calls })
  })

  it.each([
    [
      'gives each child its turn',
      '<RoundRobin><T name="a" plays="S"/><T name="b" plays="S"/></RoundRobin>',
      3,
      'SSS',
      'a b a',
    ],
    [
      'passes the turn on when a child fails',
      '<RoundRobin><T name="a" plays="F"/><T name="b" plays="S"/></RoundRobin>',
      2,
      'SS',
      'a b a b',
    ],
    [
      'fails when all have failed',
      '<RoundRobin><T name="a" plays="F"/><T name="b" plays="F"/></RoundRobin>',
      1,
      'F',
      'a b',
    ],
    [
      'is skipped when all are',
      '<RoundRobin><T name="a" plays="K"/><T name="b" plays="K"/></RoundRobin>',
      1,
      'K',
      'a b',
    ],
    [
      'stays with a child that runs',
      '<RoundRobin><T name="a" plays="RS"/><T name="b" plays="S"/></RoundRobin>',
      3,
      'RSS',
      'a a b',
    ],
  ])('RoundRobin %s', (_, body, ticks, results, calls) => {
    expect(run(body, ticks)).toEqual({ results, calls })
  })

  it('RateController begins its child at its rate, and lets it run on', () => {
    const body =
      '<KeepRunningUntilFailure><RateController hz="4"><T name="a" plays="S"/></RateController></KeepRunningUntilFailure>'
    expect(run(body, 7)).toEqual({ results: 'RRRRRRR', calls: 'a a a' })
    expect(run('<RateController hz="4"><T name="a" plays="RRS"/></RateController>', 3)).toEqual({
      results: 'RRS',
      calls: 'a a a',
    })
  })

  it('every status has its letter', () => {
    for (const [letter, status] of Object.entries(LETTERS)) expect(letters[status]).toBe(letter)
  })
})
