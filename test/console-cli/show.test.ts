import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#console-cli/words/find-command.js'
import { sanitizeForTerminal, jsonText } from '#console-cli/text/sanitize-for-terminal.js'
import { cut, wrap, width } from '#terminal/fit.js'
import { BARE, type Look } from '#console-cli/text/look.js'
import { eventLines } from '#console-cli/show/events.js'
import { show } from '#console-cli/show/show.js'
import { promptText } from '#console-cli/shell/prompt.js'
import { heard, looked, pressed, START } from '#console-cli/watch/model.js'
import { page } from '#console-cli/watch/page.js'
import { thumbnail } from '#console-cli/watch/thumbnail.js'
import { COLOURS } from '#terminal/paint.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import { recordOf } from '../store/site/support/record.js'
import { driveLine } from '#console-cli/teleop/drive-line.js'
import { STATUS } from './support/fake-client.js'

const RUNS = Number(process.env['GRAFT_FUZZ'] ?? 2000) / 20
const BRIGHT: Look = { paint: COLOURS, colour: true, unicode: true, columns: 80 }
/** what Paint and the thumbnail may write */
const OWN = /\u001B\[[0-9;]*m/g
const ACTS = /[\u0000-\u0008\u000A-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/

it('says moments as date and time, and leaves the numbers of episodes as they are', () => {
  const runs = [{ key: 'F1-s1-aaaa', begun: 1_795_380_355_572, ended: null, episodes: 3 }]
  expect(show('run.list', runs, BARE).join(' ')).toContain('2026-11-22 20:45:55 UTC')
  expect(show('run.list', [{ at: 12_340 }], BARE).join(' ')).toContain('12340')
})

describe('says everything once, and for people', () => {
  const hash = 'ab'.repeat(32)

  it('a difference between two trees', () => {
    const answer = {
      from: 'aaaaaaaa',
      to: 'bbbbbbbb',
      text: '- <A/>\n+ <B/>',
      lines: [{ kind: 'added', text: '<B/>', depth: 0 }],
    }
    expect(show('tree.diff', answer, BARE).filter((line) => line.includes('<B/>'))).toEqual(['+ <B/>'])
  })

  it('an alarm that was acknowledged', () => {
    const [alarm] = STATUS.alarms
    const lines = show(
      'alarm.ack',
      { ...alarm, acknowledged: { by: 'anna', at: 0, note: 'put it back' } },
      BARE,
    )
    expect(lines.join('\n')).toMatch(/^acknowledged\n.*acknowledged by anna/)
    expect(lines.join('\n')).not.toContain('{')
  })

  it('a hash, by as many digits as a command needs', () => {
    expect(show('tree.stage', { hash }, BARE).join(' ')).toMatch(/abababab$/)
    expect(show('tree.slots', [{ what: `staged ${hash} of anna` }], BARE).join(' ')).toContain(
      'staged abababab of',
    )
  })

  it('what drives the robot of a world, and no body of a field', () => {
    const robot = {
      body: 'virtual',
      pace: 'real',
      device: null,
      driver: 'my_arm, driven by the simulation tabletop',
    }
    const link = { ...STATUS.link, status: 'none', device: null, last: '' }
    const lines = show('status', { ...STATUS, robot, link }, BARE).join('\n')
    expect(lines).toMatch(/robot +my_arm, driven by the simulation tabletop, real time/)
    expect(lines).toMatch(/link +no session with the driver now/)
    expect(lines).not.toMatch(/virtual body|not connected/)
  })

  it('a robot in doubt together with what is not well, and how many alarms there are that are not shown', () => {
    const [alarm] = STATUS.alarms as [StatusAlarm]
    const doubt = { ...alarm, record: { ...alarm.record, reasons: ['robot_in_doubt'] } }
    const lines = (of: object): string =>
      show('status', { ...STATUS, alarms: [doubt], ...of }, BARE).join(' ')
    expect(lines({})).toMatch(/nobody knows whether the robot stands: alarm list; link late +\(lost\)/)
    expect(lines({ health: [] })).not.toMatch(/all well|alarm list;/)
    expect(lines({ unacknowledged: 250 })).toContain('1 active unacknowledged; 250 unacknowledged in all')
    expect(lines({ unacknowledged: 1 })).not.toContain('in all')
  })

  it('the figures of the timing', () => {
    const late = {
      id: 'timing',
      state: 'warn',
      critical: false,
      ageMs: 0,
      deadlineMs: 5000,
      text: 'late by 9 ms',
    }
    expect(show('status', { ...STATUS, health: [late] }, BARE).join('\n')).not.toContain('late by 9 ms')
  })
})

describe('views at 80 columns', () => {
  it.each([
    ['bare', BARE],
    ['bright', BRIGHT],
  ])('%s', async (name, look) => {
    const lines = [
      '# status',
      ...show('status', STATUS, look),
      '# health',
      ...show('health', STATUS.health, look),
      '# alarms',
      ...show('alarm.list', STATUS.alarms, look),
      '# slots',
      ...show('tree.slots', [STATUS.policy], look),
      '# score',
      ...show(
        'episode.score',
        {
          lines: [
            { label: 'correct', count: 4, points: 40 },
            { label: 'time', count: 12.8, points: -12.8 },
          ],
          total: 27.2,
        },
        look,
      ),
      '# log',
      ...show('log', [{ at: 0, level: 'warn', source: 'link', text: 'lost' }], look),
      '# runs',
      ...show(
        'run.list',
        [
          { key: 'F1-s1-aaaa', episodes: 3 },
          { key: 'F2-s1-bbbb', episodes: 10 },
        ],
        look,
      ),
      '# diff',
      ...show(
        'tree.diff',
        { from: '1a2b3c4d', to: '5e6f7a8b', text: '  <Sequence>\n-   <A/>\n+   <B/>' },
        look,
      ),
      '# done',
      ...show('stop', { did: 'the run is stopped' }, look),
      '# watch',
      ...page(looked(START, STATUS, 0), look, 30),
      '# prompt',
      promptText({ status: STATUS, silentMs: 0 }, look),
      promptText({ status: STATUS, silentMs: 5000 }, look),
    ]
    for (const line of lines) expect(width(line), line).toBeLessThanOrEqual(80)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`golden/views-${name}.txt`)
  })

  it('the watch never has more lines than the terminal, and follows where the tree runs', () => {
    for (const rows of [1, 5, 10, 24, 60]) {
      expect(page(looked(START, STATUS, 3000), BARE, rows).length).toBeLessThanOrEqual(rows)
    }
    const calm = pressed(looked(START, STATUS, 0), 'c')
    const text = page(calm, BARE, 40).join('\n')
    expect(text).not.toMatch(/IsLoaded|SKIPPED/)
    expect(text).toMatch(/running: LoadBlocks/)
    expect(page(looked(START, STATUS, 4200), BARE, 40).join('\n')).toMatch(/NOT ANSWERED for 4.2 s/)
    expect(text).toMatch(/LINK LOST after 3.2 s of silence/)
  })

  it('what must not be missed: how to reset, no silence that was none, no zero below zero', () => {
    const link = { ...STATUS.link, status: 'lost' as const, silentMs: 40 }
    const run = STATUS.run === null ? null : { ...STATUS.run, scoreSoFar: -0.04 }
    const status = { ...STATUS, link, run, activity: 'estopped' as const }
    const text = page(looked(START, status, 0), { ...BARE, columns: 200 }, 40).join('\n')
    expect(text).toContain('EMERGENCY STOP: latched until somebody resets it with graft console reset')
    expect(text).toContain('LINK LOST: ')
    expect(text).not.toContain('of silence')
    expect(text).toContain('score so far 0.0')
  })

  it('news patch what is watched until the next look', () => {
    const before = looked(START, STATUS, 0)
    const statusEvent = {
      seq: 101,
      at: 0,
      kind: 'node',
      episode: 3,
      event: { path: '/1/1', to: 'SUCCESS' },
    } as unknown as StatusEvent
    const after = heard(before, statusEvent)
    expect(after.status?.tree?.nodes[4]?.status).toBe('SUCCESS')
    expect(heard(before, { ...statusEvent, seq: 100 }).status).toBe(before.status)
  })

  it('a thumbnail has its rows, in colour, in ASCII and on a terminal without Unicode', () => {
    const points = { width: 4, height: 3, rgb: new Uint8Array(36).map((_, i) => i * 7) }
    const shapes = [BRIGHT, { ...BRIGHT, unicode: false }, BARE].map((look) =>
      thumbnail(points, look).map(width),
    )
    expect(shapes).toEqual([
      [4, 4],
      [4, 4],
      [4, 4],
    ])
  })
})

describe('a hostile robot does not own the terminal', () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom('\u001B', '\u009B', '\n', '\r', '\u0007', '\u202E', '\u200B', ']0;', '[2J', 'a', ' '),
      fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
    ),
    maxLength: 20,
  })
  const anything = fc.anything({
    values: [nasty, fc.double(), fc.integer(), fc.boolean()],
    key: fc.oneof(nasty, fc.constantFrom('text', 'xml', 'did', 'token', 'record', 'score')),
    maxDepth: 4,
    withNullPrototype: false,
  })

  /** The snapshot with texts of the robot's choice in every place. */
  const poisoned = (value: unknown, text: string): unknown =>
    typeof value === 'string' ? text
    : Array.isArray(value) ? value.map((each) => poisoned(each, text))
    : typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, poisoned(inside, text)]))
    : value // prettier-ignore

  const harmless = (lines: readonly string[]): void => {
    for (const line of lines) expect(line.replace(OWN, '')).not.toMatch(ACTS)
  }

  it('no view lets a control character through, whatever the answer is', () => {
    let seen = 0
    fc.assert(
      fc.property(
        anything,
        nasty,
        fc.constantFrom(...COMMANDS),
        fc.constantFrom(BARE, BRIGHT),
        (answer, text, command, look) => {
          seen++
          harmless(show(command, answer, look))
          harmless(show('status', poisoned(STATUS, text), look))
          harmless(show('alarm.list', poisoned(STATUS.alarms, text), look))
          harmless(
            eventLines(
              poisoned(
                { seq: 1, at: 0, kind: '', text: '', level: '', source: '', ...(answer as object) },
                text,
              ) as StatusEvent,
              look,
            ),
          )
          const safe = sanitizeForTerminal(poisoned(STATUS, text)) as typeof STATUS
          harmless(page(looked(START, safe, 0), look, 30))
          harmless([promptText({ status: safe, silentMs: 0 }, look)])
          expect(jsonText(answer ?? null)).not.toMatch(ACTS)
        },
      ),
      { numRuns: Math.max(100, RUNS), seed: 1 },
    )
    expect(seen).toBeGreaterThanOrEqual(100)
  })

  it('JSON for programs is the same JSON, with what acts on a terminal escaped', () => {
    const value = { a: 'x\u001B[2J\u009B\u202E\u2028y', b: [1, null] }
    expect(JSON.parse(jsonText(value))).toEqual(value)
    expect(jsonText(value)).not.toMatch(ACTS)
  })
})

it('lines are cut and folded by what one sees', () => {
  const red = COLOURS.bad('abcdef')
  expect([width(red), width(cut(red, 3)), cut('abc', 3), cut(red, 3).endsWith('\u001B[0m')]).toEqual([
    6,
    3,
    'abc',
    true,
  ])
  // wide letters take two columns, a letter with a mark one
  expect([width('机器人'), cut('机器人', 5), width('e\u0301'), cut('e\u0301x', 1)]).toEqual([
    6,
    '机器',
    1,
    'e\u0301',
  ])
  expect(wrap('aa bb cc', 5, 2)).toEqual(['aa bb', '  cc'])
  expect(wrap(`  ${red} bb`, 8, 2).map(width)).toEqual([8, 4])
})

it('does not say that all is well while nobody knows whether the robot stands', () => {
  const [alarm] = STATUS.alarms
  const doubt = { ...alarm, record: { ...alarm?.record, reasons: ['robot_in_doubt'] } }
  const health = (alarms: readonly object[]): string | undefined =>
    show('status', { ...STATUS, health: [], alarms }, BARE).find((line) => line.startsWith('health'))
  expect(health([{ ...doubt, acknowledged: null }])).toContain(
    'nobody knows whether the robot stands: alarm list',
  )
  expect(health([{ ...doubt, acknowledged: { by: 'ann', at: 0, note: '' } }])).toContain('all well')
})

it('the watch has an open alarm in its head, and nothing that is well in its log', () => {
  const [alarm] = STATUS.alarms
  const open = STATUS.alarms.filter(({ acknowledged }) => acknowledged === null)
  expect([alarm === undefined, open.length > 0]).toEqual([false, true])
  const health = (state: string): StatusEvent =>
    ({
      kind: 'health',
      seq: 1,
      at: 0,
      row: { ...STATUS.health[0], state, text: `it is ${state}` },
    }) as StatusEvent
  const watched = ['ok', 'late', 'off'].reduce(
    (before, state) => heard(before, health(state)),
    looked(START, STATUS, 0),
  )
  expect(watched.log.map(({ text }) => /it is (\w+)/.exec(text)?.[1])).toEqual(['late'])
  const lines = page(watched, BARE, 30)
  const at = lines.findIndex((line) => line.startsWith('! alarm'))
  expect(at).toBeGreaterThan(0)
  expect(at).toBeLessThan(lines.findIndex((line) => line.startsWith('running:')))
})

it('shows an episode of a world as one of the field: what its referee saw besides is not asked for', () => {
  const inWorld = {
    ...recordOf(1, { endReason: 'tree-failure' }),
    facts: { source: 'ground-truth', operatingSeconds: 33.4, start: { at: 'dock' }, end: { at: 'sofa' } },
  }
  const lines = show('episode.show', { record: inWorld }, BARE)
  expect(lines[0]).toMatch(/^episode/)
  expect(lines.join('\n')).not.toMatch(/[{}]|nodePath|tree-failure/)
})

it('a refusal of a setpoint that does not fit on the line ends in an ellipsis', () => {
  const state = { setpoint: { vx: 0.1, vy: 0, wz: 0 }, windowMs: 500, silentMs: 40, picture: '' }
  const refused = "the robot would leave the field's border: it is 0.02 m away from it on the left side"
  const line = driveLine({ ...state, refused }, BARE)
  expect(width(line)).toBeLessThan(BARE.columns)
  expect(line).toMatch(/refused: .*\.\.\.$/)
  // of what is well nothing is said before the reason is cut
  expect(driveLine({ ...state, refused }, { ...BARE, columns: 120 })).toBe(
    `ahead 0.10 m/s  refused: ${refused}`,
  )
  const silent = driveLine({ ...state, refused, silentMs: 900 }, { ...BARE, columns: 100 })
  expect(silent).toMatch(/NO ANSWER for 0\.9 s.*\.\.\.$/)
  expect(driveLine({ ...state, refused: undefined }, BARE)).not.toContain('...')
  expect(driveLine({ ...state, refused: undefined, picture: 'picture 0.4 s old' }, BARE)).toMatch(
    /picture 0\.4 s old$/,
  )
})
