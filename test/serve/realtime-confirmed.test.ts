import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openLog } from '#adapters/systemd/log.js'
import { err, must, ok } from '#base/result.js'
import { loadSite } from '#config/service/site-config.js'
import { REPO } from '#lab/architecture/source-tree.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import { Timing } from '#runtime/timing/timing.js'
import { assemble } from '#service/assemble.js'
import { Orders } from '#service/orders/orders.js'
import type { Parts } from '#service/parts.js'
import type { OrderAnswer, OrderJob } from '#service/planning/jobs.js'
import type { OrderWorker } from '#service/planning/order-worker.js'
import { answerOrder } from '#service/planning/plan-order.js'
import type { OrderSite } from '#service/world/site-world.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { readDomain } from '#worlds/files/read-domain.js'

const ANNA = { name: 'anna', client: 'a', role: 'operator' } as never
const ORDER = 'bring the mug to the kitchen table'
const domain = must(await readDomain('home'), 'home')
const asked = (job: OrderJob): Promise<OrderAnswer> => answerOrder(job, domain, { memories: () => [] })

let root: string
let parts: Parts
let orders: Orders
let site: OrderSite
/** what is planned, and by whom: tests may get in between */
let plan: (job: OrderJob) => Promise<OrderAnswer>

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'graft-confirmed-'))
  cpSync(join(REPO, 'worlds/home'), join(root, 'home'), { recursive: true })
  const usual = must(await loadSite(undefined), 'the usual configuration')
  const config = {
    ...usual,
    console: { ...usual.console, enabled: false },
    robot: { ...usual.robot, pace: 'fast' as const, faults: 'none' as const },
    world: { ...usual.world, name: join(root, 'home') },
    store: { ...usual.store, dir: join(root, 'state'), lowMiB: 32, fullMiB: 16 },
  }
  const body = { body: 'virtual', pace: 'fast', device: null } as const
  const statusPublisher = new StatusPublisher({
    ...{ now: Date.now, version: 'test', parts: initialStatus(body, 'off') },
  })
  const now = (): number => performance.now()
  const wasm = must(readFirmware(), 'the firmware')
  const log = openLog({ level: 'fatal' })
  parts = must(
    await assemble({ config, statusPublisher, log, now, timing: new Timing(), wasm }),
    'the service',
  )
  parts.orderWorker?.close()
  if (parts.world.orders === undefined) throw new Error('it takes no orders')
  site = parts.world.orders
  plan = asked
  const worker: Pick<OrderWorker, 'ask'> = {
    ask: async (job) => {
      const answer = await plan(job)
      return answer.kind === 'wrong' ? err({ code: 'x', message: 'x' }) : ok(answer as never)
    },
  }
  orders = new Orders(parts, site, worker as OrderWorker)
}, 240_000)

afterEach(async () => {
  await parts.manager.close()
  await parts.recorder?.close()
  parts.trees.close()
  await parts.store.close()
  rmSync(root, { recursive: true, force: true })
})

const shownId = async (order = ORDER): Promise<string> => {
  const { id } = must(await orders.ask({ order }, ANNA), 'a plan')
  if (id === undefined) throw new Error('there is nothing to confirm')
  return id
}
const over = async (): Promise<void> => {
  while (parts.manager.currentJob !== undefined) await sleep(10)
}
const mug = (): unknown => site.believed().get('location(mug)')
/** Somebody has driven it by hand. */
const carried = (to: string): void =>
  parts.world.usualTask.stepwise?.left(new Map([...site.believed(), ['location(mug)', to]]))

describe('an order that is confirmed', () => {
  it('does not begin where the robot is another one than at the start of the service', async () => {
    const id = await shownId()
    const file = join(root, 'home/robot.yaml')
    const real = readFileSync(file, 'utf8').replace('simulated: home', "process: ['false']")
    writeFileSync(file, real)
    expect(await orders.confirm({ id }, ANNA)).toMatchObject({
      error: { code: 'world.changed-robot', message: expect.stringContaining('robot.yaml') as string },
    })
    expect(parts.manager.currentJob).toBeUndefined()
  }, 240_000)

  it('is not armed once something else is believed', async () => {
    carried('sofa')
    const { key } = must(await orders.confirm({ id: await shownId() }, ANNA), 'begun') as { key: string }
    site.restored()
    await over()
    expect(must(parts.store.records(key), 'its records')).toEqual([])
    expect(parts.statusPublisher.status().order).toMatchObject({ state: 'failed' })
    expect(mug()).toBe(domain.initial.get('location(mug)'))
  }, 240_000)

  it.each([
    ['stop', () => expect(parts.manager.stop('ben')).toEqual({ stopped: null })],
    [
      'an emergency stop that is reset',
      () => {
        parts.manager.estop('by ben')
        must(parts.manager.reset('ben'), 'reset')
      },
    ],
  ])(
    'does not begin after %s while it was prepared',
    async (_, stop) => {
      const confirmed = orders.confirm({ id: await shownId() }, ANNA)
      stop()
      expect(await confirmed).toMatchObject({ error: { code: 'run.stopped' } })
      expect(parts.manager.currentJob).toBeUndefined()
    },
    240_000,
  )

  it('that goes on is planned anew where the scene was restored while it was planned', async () => {
    const first = must(await orders.ask({ order: ORDER }, ANNA), 'a plan')
    const heard = await asked({ kind: 'hear', order: ORDER, believed: Object.fromEntries(site.believed()) })
    if (heard.kind !== 'heard' || !heard.plans[0]) throw new Error('no plan')
    const [again] = heard.plans
    plan = (job) => {
      if (job.kind === 'hear') return asked(job)
      site.restored()
      const answer = {
        kind: 'plan',
        why: 'again',
        decision: heard.decision,
        plan: again,
        warnings: [],
      } as const
      return Promise.resolve(answer)
    }
    must(await orders.confirm({ id: first.id ?? '' }, ANNA), 'begun')
    await over()
    const { order } = parts.statusPublisher.status()
    expect(order).toMatchObject({ state: 'planned', why: 'again' })
    expect(await orders.confirm({ id: order?.id ?? '' }, ANNA)).toMatchObject({ value: { changed: true } })
    expect(parts.manager.currentJob).toBeUndefined()
  }, 240_000)

  it('leaves its mark where its record cannot be kept: another plan is no longer current', async () => {
    const [id, other] = [await shownId(), await shownId('bring the mug to the sofa')]
    const open = parts.store.openRun.bind(parts.store)
    vi.spyOn(parts.store, 'openRun').mockImplementation(async (manifest) => {
      const run = must(await open(manifest), 'a run')
      vi.spyOn(run, 'saveLines').mockImplementation(() => {
        throw new Error('no disk')
      })
      return ok(run)
    })
    must(await orders.confirm({ id }, ANNA), 'begun')
    await over()
    expect(mug()).toBe('kitchen_table')
    expect(await orders.confirm({ id: other }, ANNA)).toMatchObject({ value: { changed: true } })
  }, 240_000)
})
