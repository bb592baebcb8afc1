import { expect, test } from 'vitest'
import { BUMP_KINDS, bump, degrees, seeAfter, sweep } from './support/bumps.js'

/** GRAFT_BUMPS=2000 is the long run; docs/camera.md has its figures. */
const COUNT = Number(process.env['GRAFT_BUMPS'] ?? 120)
/** how far an estimate may be from the truth: within this of the limit a knock may count as either */
const ABOUT_PX = 1.5

test(
  `of ${COUNT} knocks of every kind none makes a face be read wrongly, and each is told of`,
  async () => {
    const all = await sweep(COUNT)
    const used = all.filter(({ astray }) => astray === undefined)
    const wrong = all.reduce((sum, { wrong: faces }) => sum + faces, 0)
    const read = all.reduce((sum, { read: faces }) => sum + faces, 0)
    const large = all.filter(({ error }) => error > 5 + ABOUT_PX)
    const told = large.filter(({ astray }) => astray !== undefined)
    const small = all.filter(({ error }) => error < 5 - ABOUT_PX)
    const kept = small.filter(({ astray }) => astray === undefined)
    const before = all.reduce((sum, { wrongByShift: faces }) => sum + faces, 0)
    const measured = large.flatMap(({ astray, error }) =>
      typeof astray?.error === 'number' ? [astray.error - error] : [],
    )
    console.log(
      `${all.length} knocks: ${used.length} pictures read, ${wrong} of ${read} faces wrong; ` +
        `${told.length} of ${large.length} above ${5 + ABOUT_PX} px told, ${measured.length} of them with a size; ` +
        `${kept.length} of ${small.length} below ${5 - ABOUT_PX} px read; by the shift alone ${before} faces would be wrong`,
    )
    for (const kind of BUMP_KINDS) {
      const of = all.filter((one) => one.kind === kind)
      const lost = of.filter((one) => one.error < 5 - ABOUT_PX && one.astray !== undefined)
      console.log(
        `  ${kind}: ${of.length}, largest ${Math.max(...of.map(({ error }) => error)).toFixed(0)} px, lost ${lost.length}`,
      )
    }
    expect(all).toHaveLength(COUNT)
    expect(read).toBeGreaterThan(COUNT)
    expect(wrong).toBe(0)
    expect(before).toBeGreaterThan(COUNT)
    expect(told).toHaveLength(large.length)
    expect(kept.length).toBeGreaterThanOrEqual(0.95 * small.length)
  },
  60_000 + 500 * COUNT,
)

test.each([
  ['6 px aside', bump({ shift: { right: 6, down: 0 } }), 6],
  ['15 px aside', bump({ shift: { right: 0, down: 15 } }), 15],
  ['turned by 1°', bump({ roll: degrees(1) }), 6.2],
])('a camera that is %s: the alarm has the size', async (_, knock, size) => {
  const { astray, read } = await seeAfter(knock, 1)
  expect(read).toBe(0)
  expect(Math.abs((astray?.error ?? 0) - size)).toBeLessThan(1)
})

test.each([
  ['40 px aside', bump({ shift: { right: 40, down: 0 } })],
  ['turned by 3°', bump({ roll: degrees(3) })],
  ['tilted by 3°', bump({ tilt: degrees(3) })],
  ['looking elsewhere', bump({ pan: degrees(40) })],
])('a camera that is %s: no face is read, whether it knows the size or not', async (_, knock) => {
  const { astray, read } = await seeAfter(knock, 2)
  expect(read).toBe(0)
  expect(astray === undefined || (astray.error !== null && astray.error <= 5)).toBe(false)
})
