import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cutOffOrders } from '#app/orders/found-orders.js'
import { KeptOrder } from '#app/orders/kept-order.js'
import { must, ok } from '#base/result.js'
import { standingOf } from '#cli/do/standing.js'
import { goOn } from '#instructions/repair/go-on.js'
import { isReached } from '#instructions/repair/proof.js'
import { withTask } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { needs } from '../needs/needs.js'
import { bundledChild } from './support/bundle.js'
import { planKills } from './support/kills.js'
import { carriedOut, LastingRobot, lineOf, orderedIn, orderWorld } from './support/order-mission.js'
import { evenly } from './support/sample.js'
import { killedAt, type KillPoint, type Run } from './support/strace.js'

/** Points that are tried; GRAFT_KILL_POINTS=1000 tries all. */
const POINTS = Number(process.env['GRAFT_KILL_POINTS'] ?? 16)

const domain = orderWorld()

interface Ended {
  readonly point: KillPoint
  readonly wrong: readonly string[]
  readonly inFlight: boolean
  readonly reached: boolean
  readonly missed: boolean
}

/** What is wrong with what the dead process left behind, held against what it had said and what its robot has done. */
function broken(root: string, { said }: Run, robot: LastingRobot): string[] {
  const words = said.split('\n').slice(0, -1)
  const [cut] = cutOffOrders(root, 'store')
  const isOver = words.some((word) => word.startsWith('over'))
  if (cut === undefined) return words.includes('kept') && !isOver ? ['the order is lost'] : []
  const [ended, moved] = [words.filter((word) => word === 'ended').length, robot.moved.length]
  const known = cut.ended.length + (cut.inFlight === undefined ? 0 : 1)
  return [
    ...(cut.ended.length < ended ? [`${ended} steps had ended, ${cut.ended.length} are known`] : []),
    ...(known < moved ? [`${moved} steps have moved the robot, ${known} are known`] : []),
    ...(cut.ended.length > moved ? ['more steps are known than were taken'] : []),
  ]
}

/** Goes on as `graft do --resume` does. @param sees what the sensors show; nothing: nobody can look */
async function resumed(root: string, robot: LastingRobot, sees: boolean): Promise<string[]> {
  const [cut] = cutOffOrders(root, 'store')
  if (cut === undefined) return []
  const look = (_: unknown, believed: Fluents) =>
    Promise.resolve(ok(sees ? new Map([...believed, ...robot.state]) : believed))
  const standing = must(await standingOf(cut, domain, look), 'where the robot stands')
  const { tried, unclear } = standing
  const further = goOn(standing.domain, tried, standing.domain.initial, { unclear, afresh: true })
  const kept = must(KeptOrder.goOn({ root, domain }, cut), 'the log of the order')
  if (further.kind === 'plan') {
    const planned = { ...orderedIn(domain), domain: standing.domain }
    const first = { ...planned, plan: { steps: further.steps, points: 0, waitsFor: [] } }
    await carriedOut(first, robot, { kept, tried, unclear })
  }
  await kept.close(true)
  const steps = robot.moved.map((step) => JSON.stringify(step))
  const twice = steps.filter((step, at) => steps.indexOf(step) !== at)
  const fact = withTask(domain, domain.task)
  return [
    ...twice.map((step) => `actuated twice: ${step}`),
    ...(sees && !isReached(fact, fact.follow(robot.state)) ? ['the order was not carried out'] : []),
  ]
}

describe('kill -9 on entering a call of an order that changes what is kept of it', needs('strace'), () => {
  let child: Awaited<ReturnType<typeof bundledChild>>
  let root = ''
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'graft-order-kill-')))
    child = await bundledChild()
  })
  afterAll(() => {
    child.remove()
    rmSync(root, { recursive: true, force: true })
  })

  it.each([
    ['the next start finds it and goes on, and no step is taken twice', true],
    ['where nobody can look, what was under way is not taken again', false],
  ])(
    '%s',
    async (_, sees) => {
      const folder = join(root, sees ? 'seen' : 'unseen')
      const plan = await planKills(child.order, { name: 'order' }, folder)
      const ended: Ended[] = []
      for (const point of evenly(plan.points, POINTS)) {
        rmSync(`${folder}.robot`, { force: true })
        rmSync(folder, { recursive: true, force: true })
        const run = await killedAt(point, [...plan.paths], [child.order, 'order', folder])
        const robot = new LastingRobot(`${folder}.robot`, domain)
        const inFlight = cutOffOrders(folder, 'store')[0]?.inFlight !== undefined
        const found = broken(folder, run, robot)
        const wrong = [...found, ...(await resumed(folder, robot, sees))]
        ended.push({ point, wrong, inFlight, reached: run.said.includes('ended'), missed: run.code === 0 })
      }
      console.log(`order: killed at ${ended.length} of ${plan.points.length} calls`)
      expect(ended.filter(({ wrong }) => wrong.length > 0)).toEqual([])
      expect(ended.filter(({ missed }) => missed)).toEqual([])
      expect(plan.points.length).toBeGreaterThan(20)
      expect(ended.some(({ inFlight }) => inFlight)).toBe(true)
      expect(ended.some(({ reached }) => reached)).toBe(true)
    },
    240_000,
  )

  it('an order that nobody kills leaves nothing behind', async () => {
    const folder = join(root, 'whole')
    const robot = new LastingRobot(`${folder}.robot`, domain)
    const kept = must(KeptOrder.begin({ root: folder, domain }, lineOf(orderedIn(domain))), 'the log')
    expect((await carriedOut(orderedIn(domain), robot, { kept })).code).toBe(0)
    await kept.close(true)
    expect(cutOffOrders(folder)).toEqual([])
    expect(robot.moved.map(({ skill }) => skill)).toEqual(['Pick', 'Put', 'Push'])
  })
})
