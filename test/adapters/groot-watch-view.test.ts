import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutlineRow } from '#bt-tools/monitor/view/outline.js'
import { shownStatus } from '#bt-tools/monitor/view/shown-status.js'
import { rowLine } from '#bt-cli/live/lines.js'
import { WatchModel, type WatchedRow } from '#bt-cli/live/model.js'
import { createWatchView } from '#bt-cli/live/watch.js'
import type { WatchView } from '#bt-cli/live/plain-watch.js'
import { scroll, settle, START } from '#bt-cli/live/window.js'
import { COLOURS, NO_PAINT } from '#terminal/paint.js'

const row = (uid: number, more: Partial<OutlineRow> = {}): OutlineRow => ({
  uid,
  depth: 0,
  id: 'Act',
  name: `n${uid}`,
  subtree: false,
  instance: '',
  ...more,
})
const rows = (count: number): OutlineRow[] => Array.from({ length: count }, (_, i) => row(i + 1))

function screen(json = false, more: object = {}) {
  const written: string[] = []
  const out = { write: (text: string) => written.push(text), ...more }
  const view: WatchView = createWatchView({ address: 'tcp://x:1', json }, out, {
    TERM: 'xterm',
    LANG: 'C.UTF-8',
  })
  return { view, written }
}

const TERMINAL = { isTTY: true, columns: 60, rows: 10 }
const CODES = [0, 1, 2, 3, 4, 11, 12, 13]

describe('watch: lines of the tree', () => {
  it('tell every status apart without colours, in ASCII and in Unicode', () => {
    for (const unicode of [true, false]) {
      const lines = CODES.map((code) =>
        rowLine({ row: row(1), status: shownStatus(code), changedAt: -Infinity }, 0, {
          paint: NO_PAINT,
          unicode,
        }),
      )
      expect(new Set(lines).size).toBe(CODES.length)
    }
  })

  it('mark what changed within the last second', () => {
    const look = { paint: COLOURS, unicode: true }
    const at = (changedAt: number): string =>
      rowLine({ row: row(1), status: 'running', changedAt }, 5000, look)
    expect(at(4500)).not.toBe(at(1000))
    expect(stripVTControlCharacters(at(4500))).toBe(stripVTControlCharacters(at(1000)))
  })

  it('let no control character of a name reach the terminal', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.integer({ min: 0, max: 0x2fff }), { maxLength: 20 })
          .map((codes) => String.fromCodePoint(...codes)),
        (name) => {
          const line = rowLine({ row: row(1, { name }), status: 'idle', changedAt: 0 }, 0, {
            paint: NO_PAINT,
            unicode: true,
          })
          expect([...line].some((char) => char < ' ')).toBe(false)
        },
      ),
    )
  })
})

describe('watch: the window on a tree that is higher than the terminal', () => {
  const keys = fc.array(
    fc.constantFrom('j', 'k', '\u001B[A', '\u001B[B', '\u001B[5~', '\u001B[6~', 'g', 'G', 'f', '?'),
  )

  it('never leaves the tree, whatever is pressed', () => {
    fc.assert(
      fc.property(
        keys,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 50 }),
        (pressed, total, height) => {
          let window = START
          for (const key of pressed) {
            window = scroll(window, key, total, height)
            expect(window.top).toBeGreaterThanOrEqual(0)
            expect(window.top).toBeLessThanOrEqual(Math.max(0, total - height))
          }
        },
      ),
    )
  })

  it('follows the node that began to run last, and stays where the person put it', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 99 }),
        fc.nat({ max: 99 }),
        fc.integer({ min: 1, max: 40 }),
        (first, last, height) => {
          const watched: WatchedRow[] = rows(100).map((each, index) => ({
            row: each,
            status: index === last ? 'running' : index === first ? 'success' : 'idle',
            changedAt: index === last ? 1 : index === first ? 2 : -Infinity,
          }))
          const window = settle(START, watched, height)
          expect(last).toBeGreaterThanOrEqual(window.top)
          expect(last).toBeLessThan(window.top + height)
          const held = { top: 7, follow: false }
          expect(settle(held, watched, height)).toEqual(held)
        },
      ),
    )
  })
})

describe('watch: what is written', () => {
  it('is never wider or higher than the terminal, with 5000 nodes', () => {
    const { view, written } = screen(false, TERMINAL)
    view.tree(
      rows(5000).map((each) => ({ ...each, depth: each.uid % 300, name: 'x'.repeat(each.uid % 100) })),
      'u',
      0,
    )
    view.statuses(new Map([[4000, 1]]), 1)
    const last = stripVTControlCharacters(written.at(-1) ?? '').split('\n')
    expect(last.length).toBeLessThanOrEqual(10)
    expect(Math.max(...last.map((line) => [...line].length))).toBeLessThanOrEqual(60)
    expect(last.join('\n')).toContain('▶')
    expect(last.at(-2)).toContain('lines above')
  })

  it('draws only what is new to see', () => {
    const { view, written } = screen(false, TERMINAL)
    view.tree(rows(3), 'u', 0)
    view.statuses(new Map([[2, 1]]), 1)
    const drawn = written.length
    view.statuses(new Map([[2, 1]]), 2)
    expect(written).toHaveLength(drawn)
    // the mark of what is new fades
    view.statuses(new Map([[2, 1]]), 2000)
    expect(written).toHaveLength(drawn + 1)
  })

  it('leaves the terminal as it was found', () => {
    const { view, written } = screen(false, TERMINAL)
    view.silent('no answer', 0)
    expect(written.join('')).toContain('no answer')
    view.close()
    expect(written.at(-1)).toContain('\u001B[?25h')
  })

  it('is one line for each change where there is no terminal', () => {
    const { view, written } = screen()
    view.tree([row(1), row(2, { instance: 'S', name: 'open' })], 'u', 0)
    view.silent('no answer', 10)
    view.silent('no answer', 20)
    view.statuses(new Map([[1, 1]]), 1500)
    view.statuses(
      new Map([
        [1, 1],
        [2, 3],
      ]),
      2500,
    )
    expect(written).toEqual([
      'tcp://x:1: 2 nodes\n',
      'tcp://x:1: no answer\n',
      '    1.500  n1  idle -> running\n',
      '    2.500  S/open  idle -> failure\n',
    ])
  })

  it('is one JSON object for each tree and change when that was asked for', () => {
    const { view, written } = screen(true, TERMINAL)
    view.tree([row(1)], 'u', 0)
    view.statuses(new Map([[1, 2]]), 7)
    view.statuses(new Map([[1, 2]]), 8)
    view.silent('gone', 9)
    expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
      { event: 'tree', t: 0, uuid: 'u', nodes: [row(1)] },
      { event: 'change', t: 7, uid: 1, path: 'n1', id: 'Act', from: 'idle', to: 'success' },
      { event: 'silent', t: 9, reason: 'gone' },
    ])
  })

  it('begins anew with another tree', () => {
    const model = new WatchModel()
    model.show(rows(2))
    expect(model.update(new Map([[1, 1]]), 1)).toHaveLength(1)
    model.show(rows(3))
    expect(model.rows.map(({ status }) => status)).toEqual(['idle', 'idle', 'idle'])
  })
})
