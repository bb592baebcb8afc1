import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HookGate } from '#bt-tools/monitor/hooks/gate.js'
import { readAddress, readHooks, readUnlock, writeHooks } from '#bt-tools/monitor/hooks/json.js'
import { HookTable } from '#bt-tools/monitor/hooks/table.js'
import type { Hook } from '#bt-tools/monitor/hooks/word.js'
import { CONTROL, shareMemory } from '#bt-tools/monitor/memory.js'
import { STATUSES } from '#bt-tools/monitor/status-code.js'

const breakpoint: Hook = {
  uid: 2,
  position: 0,
  enabled: true,
  mode: 'breakpoint',
  once: false,
  desired: 'SKIPPED',
}
const replace: Hook = { ...breakpoint, mode: 'replace', desired: 'FAILURE' }

/** @param onWait what the other thread does while the tick waits; without more of it the tick gives up */
function rig(...onWait: ((table: HookTable) => void)[]) {
  const memory = shareMemory([1, 2, 3])
  const table = new HookTable(memory)
  const hits: number[] = []
  const gate = new HookGate(memory, {
    hit: (uid) => hits.push(uid),
    wait: () => {
      const act = onWait.shift()
      act?.(table)
      return act !== undefined
    },
  })
  return { memory, table, gate, hits, waitsLeft: () => onWait.length }
}

describe('hooks: what a tick meets', () => {
  it('passes nodes without a hook, and hooks that are disabled, without telling anybody', () => {
    const { gate, table, hits } = rig()
    table.insert({ ...breakpoint, enabled: false })
    expect([gate.before({ uid: 1 }), gate.before({ uid: 2 }), gate.after({ uid: 2 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(hits).toEqual([])
  })

  it('replaces a result before or after the tick, and says so', () => {
    const { gate, table, hits } = rig()
    table.insert(replace)
    table.insert({ ...replace, uid: 3, position: 1, desired: 'SUCCESS' })
    expect(gate.before({ uid: 2 })).toBe('FAILURE')
    expect(gate.before({ uid: 3 })).toBeUndefined()
    expect(gate.after({ uid: 3 })).toBe('SUCCESS')
    expect(hits).toEqual([2, 3])
  })

  it('lets the node be ticked when the desired status is neither SUCCESS nor FAILURE', () => {
    for (const desired of ['SKIPPED', 'RUNNING', 'IDLE'] as const) {
      const { gate, table, hits } = rig()
      table.insert({ ...replace, desired })
      expect(gate.before({ uid: 2 })).toBeUndefined()
      expect(hits).toEqual([2])
    }
  })

  it('removes a hook that acts once', () => {
    const { gate, table } = rig()
    table.insert({ ...replace, once: true })
    expect([gate.before({ uid: 2 }), gate.before({ uid: 2 })]).toEqual(['FAILURE', undefined])
    expect(table.list()).toEqual([])
  })

  it('waits at a breakpoint until it is unlocked, with the result that the client wants', () => {
    const idle = (): void => undefined
    const { gate, table, hits, waitsLeft } = rig(idle, idle, (t) => t.unlock(2, 0, 'SUCCESS', false))
    table.insert(breakpoint)
    expect(gate.before({ uid: 2 })).toBe('SUCCESS')
    expect(hits).toEqual([2])
    expect(waitsLeft()).toBe(0)
    expect(table.list()).toEqual([{ ...breakpoint, desired: 'SUCCESS' }])
  })

  it('goes on when the breakpoint is disabled, removed, turned into a replacement or taken over', () => {
    const cases: [string, (table: HookTable) => void, string | undefined][] = [
      ['disabled', (t) => t.setEnabled(false), undefined],
      ['removed', (t) => t.remove(2, 0), undefined],
      ['all removed', (t) => t.removeAll(), undefined],
      ['replacement', (t) => t.insert(replace), 'FAILURE'],
      [
        'removed and set again',
        (t) => {
          t.remove(2, 0)
          t.insert(breakpoint)
        },
        undefined,
      ],
    ]
    for (const [name, act, expected] of cases) {
      const { gate, table } = rig(act)
      table.insert(breakpoint)
      expect(gate.before({ uid: 2 }), name).toBe(expected)
    }
  })

  it('goes on when nobody is left who could unlock it', () => {
    const { gate, table } = rig()
    table.insert(breakpoint)
    expect(gate.before({ uid: 2 })).toBeUndefined()
  })

  it('passes the next breakpoint at once when it was unlocked beforehand', () => {
    const { gate, table, hits } = rig()
    table.insert(breakpoint)
    expect(table.unlock(2, 0, 'FAILURE', true)).toBe(true)
    expect([gate.before({ uid: 2 }), gate.before({ uid: 2 })]).toEqual(['FAILURE', undefined])
    expect(hits).toEqual([2])
  })

  it('ignores a hook for a node that does not exist, and finds none there', () => {
    const { table } = rig()
    for (const uid of [0, 4, 999, -1, 1.5, NaN]) {
      table.insert({ ...breakpoint, uid })
      expect(table.remove(uid, 0)).toBe(false)
      expect(table.unlock(uid, 0, 'SUCCESS', false)).toBe(false)
    }
    expect(table.list()).toEqual([])
  })

  it('rings the bell at every change', () => {
    const { memory, table } = rig()
    table.insert(breakpoint)
    table.setEnabled(false)
    table.remove(2, 0)
    expect(memory.control[CONTROL.bell]).toBe(3)
  })
})

const hooks: fc.Arbitrary<Hook> = fc.record({
  uid: fc.integer({ min: 1, max: 3 }),
  position: fc.constantFrom(0 as const, 1 as const),
  enabled: fc.boolean(),
  mode: fc.constantFrom('breakpoint' as const, 'replace' as const),
  once: fc.boolean(),
  desired: fc.constantFrom(...STATUSES),
})

describe('hooks: their JSON', () => {
  it('is read as it is written, alone or in an array', () => {
    fc.assert(
      fc.property(fc.array(hooks), (list) => {
        expect(readHooks(writeHooks(list))).toEqual({ ok: true, value: list })
      }),
    )
  })

  it('is what the table lists, those before a tick first', () => {
    fc.assert(
      fc.property(fc.uniqueArray(hooks, { selector: ({ uid, position }) => uid + 10 * position }), (list) => {
        const { table } = rig()
        for (const hook of list) table.insert(hook)
        const inOrder = [...list].sort((a, b) => a.position - b.position || a.uid - b.uid)
        expect(table.list()).toEqual(inOrder)
      }),
    )
  })

  it('never throws, whatever a client sends', () => {
    const anything = fc.oneof(
      fc.json(),
      fc.string(),
      fc.array(hooks).map((list) => writeHooks(list).slice(1)),
    )
    fc.assert(
      fc.property(anything, (text) => {
        for (const read of [readHooks, readAddress, readUnlock]) {
          const result = read(text)
          expect(result.ok || result.error.length > 0).toBe(true)
        }
      }),
    )
  })

  it('names the field that is missing, of the wrong type or out of range', () => {
    const errorOf = (text: string): string => {
      const result = readHooks(text)
      return result.ok ? 'none' : result.error
    }
    const whole = { enabled: true, uid: 3, mode: 0, once: false, desired_status: 'SKIPPED', position: 0 }
    expect(errorOf(JSON.stringify({ ...whole, enabled: undefined }))).toContain("'enabled' not found")
    expect(errorOf(JSON.stringify({ ...whole, uid: '3' }))).toContain('must be number, but is string')
    expect(errorOf(JSON.stringify({ ...whole, mode: 7 }))).toBe('mode must be 0 or 1')
    expect(errorOf(JSON.stringify({ ...whole, position: 2 }))).toBe('position must be 0 or 1')
    expect(errorOf(JSON.stringify({ ...whole, desired_status: 'NOPE' }))).toContain('NodeStatus: NOPE')
    expect(errorOf('3')).toContain('with number')
  })
})
