import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { Site } from './support/site.js'
import { startRuntime, type Person, type Started } from './support/runtime.js'

const LOADED = '<MoveToZone zone="1"/><LoadBlocks/>'
const DRIVE = `<Sequence>${LOADED}<MoveToZone zone="2"/></Sequence>`
const TURN = `<Sequence>${LOADED}<RotateBlocks mask="1111"/></Sequence>`

/** A runtime that is killed without a word, as by kill -9 or a power cut, when this is seen of robot and world. */
async function killed(site: Site, step: string, when: () => boolean): Promise<void> {
  const body = site.start()
  body.killWhen = when
  const life = startRuntime(site, body, step, 'arms and confirms')
  await Promise.race([
    body.killed,
    life.then(() => Promise.reject(new Error('it ended before it was killed'))),
  ])
}

/** A runtime that runs until its episode ends; `act` is called in each turn. */
async function lived(
  site: Site,
  step: string,
  act: () => void,
  stop: () => boolean = () => false,
): Promise<Started> {
  const body = site.start()
  body.onTurn = act
  return await startRuntime(site, body, step, 'arms and confirms', stop)
}

const loaded = (site: Site): boolean => site.plant.carried.size === 4
const drivesLoaded = (site: Site) => () => loaded(site) && site.wheelsTurn

interface Row {
  readonly what: string
  /** what happened before the start that is judged */
  readonly before: (site: Site) => Promise<void> | void
  /** milliseconds between that and the start */
  readonly pause?: number
  /** the step of a mission that is tried after arm and confirm */
  readonly step?: string
  /** why it must not work yet, in the words that the person reads */
  readonly refusal?: RegExp
  /** a controller without power or program cannot hold its valves open */
  readonly losesVacuum?: true
}

const ROWS: readonly Row[] = [
  { what: 'the first start', before: () => undefined },
  ...[0, 100, 3_000].map((pause) => ({
    what: `the runtime was killed in mid-drive, ${pause} ms ago`,
    before: (site: Site) => killed(site, DRIVE, drivesLoaded(site)),
    pause,
  })),
  ...[0, 3_000].map((pause) => ({
    what: `the runtime was killed in mid-grip, ${pause} ms ago`,
    before: (site: Site) => killed(site, DRIVE, () => site.plant.carried.size > 0 && site.gripperMoves),
    pause,
    refusal: /lift/,
  })),
  ...[0, 3_000].map((pause) => ({
    what: `the runtime was killed in mid-rotate, ${pause} ms ago`,
    before: (site: Site) => {
      let turns = 0
      return killed(site, TURN, () => site.rotates && ++turns > 60)
    },
    pause,
  })),
  {
    what: 'the power of everything was cut in mid-drive',
    before: async (site) => {
      await killed(site, DRIVE, drivesLoaded(site))
      site.reboot(2)
    },
    losesVacuum: true,
  },
  {
    what: "the controller's watchdog restarted it in mid-drive",
    before: async (site) => {
      let rebooted = false
      const { end } = await lived(site, DRIVE, () => {
        if (rebooted || !drivesLoaded(site)()) return
        rebooted = true
        site.reboot(3)
      })
      expect(must(end as NonNullable<typeof end>, 'an episode').endReason).toBe('link-lost')
    },
    losesVacuum: true,
  },
  {
    what: 'the controller has lost its pose at a stand',
    before: (site) => {
      site.pass(500)
      site.reboot(4)
    },
  },
  {
    what: 'the e-stop is pressed at the start',
    before: (site) => {
      site.plant.estop = true
      site.pass(100)
    },
    refusal: /release the button/,
  },
  {
    what: 'the e-stop was pressed and is released: the latch stands',
    before: (site) => {
      site.plant.estop = true
      site.pass(100)
      site.plant.estop = false
      site.pass(100)
    },
  },
  ...[false, true].map((pressed) => ({
    what: `the e-stop was pressed in mid-drive and is ${pressed ? 'still pressed' : 'released'}`,
    before: async (site: Site) => {
      const { end, parts } = await lived(site, DRIVE, () => (site.plant.estop ||= drivesLoaded(site)()))
      expect(must(end as NonNullable<typeof end>, 'an episode').endReason).toBe('estop')
      expect(parts.modes.mode).toBe('STOPPED')
      site.plant.estop = pressed
      site.pass(200)
    },
    ...(pressed ? { refusal: /release the button/ } : {}),
  })),
  {
    what: 'somebody pressed STOP in mid-drive',
    before: async (site) => {
      let stop = false
      const { end, parts } = await lived(
        site,
        DRIVE,
        () => (stop ||= drivesLoaded(site)()),
        () => stop,
      )
      expect(must(end as NonNullable<typeof end>, 'an episode').endReason).toBe('operator-stop')
      expect(parts.modes.mode).toBe('STOPPED')
    },
  },
  {
    what: 'the link was lost in mid-drive, and is plugged in again',
    before: async (site) => {
      let unplugged = false
      const { end } = await lived(site, DRIVE, () => {
        if (unplugged || !drivesLoaded(site)()) return
        unplugged = true
        site.unplug()
      })
      expect(must(end as NonNullable<typeof end>, 'an episode').endReason).toBe('link-lost')
    },
  },
]

const PERSONS: readonly Person[] = ['nothing', 'arms only', 'arms and confirms']
/** From full speed to a stand: the ramp of 2 m/s², the way of the wheels, and the controller's 200 ms of patience. */
const STANDS_MS = 900

describe('law 7: every start ends in SAFE, whatever was before', () => {
  it('the table is whole: thirteen pasts and more, three persons', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(16)
    expect(new Set(ROWS.map(({ what }) => what)).size).toBe(ROWS.length)
  })

  describe.each(ROWS)('$what', ({ before, pause = 0, step, refusal, losesVacuum }) => {
    it.each(PERSONS)('a person does: %s', async (person) => {
      const site = new Site()
      await before(site)
      site.pass(pause)
      const held = [...site.plant.carried]
      site.mark()
      const began = site.clock.now()
      let stoodAt = site.wheelsTurn ? Infinity : began
      if (!site.wheelsTurn) site.carryHome()
      const body = site.start()
      body.onTurn = () => {
        if (stoodAt === Infinity && !site.wheelsTurn) {
          stoodAt = site.clock.now()
          // nobody arms a robot that is not at home
          site.carryHome()
        }
      }
      const started = await startRuntime(site, body, step ?? '<MoveToZone zone="3"/>', person)

      // before somebody confirms, neither the wire nor the motors show anything
      expect(started.modes[0]).toBe('SAFE')
      expect(started.beforeConfirm).toMatchObject({ actuations: 0, departures: 0 })
      expect(stoodAt - began).toBeLessThan(STANDS_MS)
      const { carried } = started.beforeConfirm
      expect(carried).toEqual(losesVacuum === undefined ? held : (expect.anything() as unknown))
      expect(site.shown.breaches).toEqual([])
      if (person !== 'arms and confirms') {
        expect(started.modes).not.toContain('RUNNING')
        expect(started.parts.modes.mode).toBe('SAFE')
        expect([site.shown.actuations, site.shown.departures]).toEqual([[], []])
        return
      }
      // and then a step of a mission works, or the person reads why it does not
      if (refusal === undefined) {
        const { endReason } = must(started.end as NonNullable<typeof started.end>, 'an armed robot')
        expect([endReason, started.told]).toEqual(['tree-success', []])
        expect(started.modes).toEqual(['SAFE', 'ARMED', 'RUNNING', 'SAFE'])
        expect(site.shown.departures.length).toBeGreaterThan(0)
      } else {
        const failure = started.end?.ok === false ? [started.end.error.text] : []
        expect([...failure, ...started.told].join('\n')).toMatch(refusal)
        expect(site.shown.departures).toEqual([])
        expect(started.parts.modes.mode).toBe('SAFE')
      }
    })
  })
})
