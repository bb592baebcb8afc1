import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { loadTask } from '#worlds/task/load-task.js'
import { scoreOf } from '#worlds/task/score.js'
import { withTask } from '#worlds/task/with-task.js'
import { planFor } from '#worlds/prove/plan-for.js'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { graftTwin } from '../../cli/twin/graft-twin.js'
import { fold, world } from '../data/worlds.js'

const page = readFileSync(`${REPO}/docs/twin/tasks.md`, 'utf8')
const block = (info: string): string => page.split(`\`\`\`${info}\n`)[1]?.split('\n```')[0] ?? ''
const service = world('service')
const task = must(loadTask(block('yaml'), 'breakfast.yaml', service), 'the example')

describe('docs/twin/tasks.md', () => {
  it('names every key that a task has', () => {
    for (const key of [
      'start',
      'goals',
      'never',
      'sometime',
      'before',
      'preferences',
      'score',
      'perSecond',
      'minds',
    ]) {
      expect([key, page.includes(`| \`${key}\``)]).toEqual([key, true])
    }
  })

  it('the example can be reached, and a plan for it keeps to the constraints and earns its points', () => {
    const domain = withTask(service, task)
    const plan = must(planFor(domain, { limit: 20_000 }), 'plan')
    const { ends, refused } = fold(domain, plan.steps)
    expect(refused).toBeUndefined()
    expect(ends.map((end) => domain.goal?.every((goal) => goal.holds(end)))).toEqual([true])
    const [end = domain.initial] = ends
    const { total } = scoreOf(task, { start: domain.start, end, seconds: 100 })
    // milk, three things on the table, a hundred seconds; the plan may leave the fridge open
    expect([11, 16]).toContain(total)
  })

  it('every command of the page does what the page says', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'graft-tasks-')), 'breakfast.yaml')
    writeFileSync(file, block('yaml'))
    const lines = [...page.matchAll(/^graft twin (.+)$/gm)].map(([, line = '']) => line)
    const codes: number[] = []
    const outputs: string[] = []
    for (const line of lines) {
      const words = [...line.matchAll(/'([^']*)'|\S+/g)].map(([whole, quoted]) => quoted ?? whole)
      const args = words.map((word) =>
        word === 'breakfast.yaml' ? file : word.endsWith('.xml') ? `${REPO}/${word}` : word,
      )
      const said = await graftTwin(...args)
      expect([line, said.err]).toEqual([line, ''])
      codes.push(said.code)
      outputs.push(said.out)
    }
    expect(codes).toEqual([1, 0, 1])
    expect(outputs[0]).toContain(block('text refused'))
  })
})
