import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { choose } from '../../lab/faults/cli/choose.js'
import { listFaults, showFaults } from '../../lab/faults/cli/show.js'
import { CATALOGUE, classesOf } from '../../lab/faults/catalogue.js'
import type { FaultClass, Outcome } from '../../lab/faults/fault-class.js'

const fake = (outcome: Partial<Outcome> | (() => never)): FaultClass => ({
  id: 'link-fake',
  group: 'link',
  title: 'A class of this test',
  cause: 'a test',
  declared: ['recovered', 'unaffected'],
  why: 'nobody knows.',
  operator: 'nothing',
  run: (seed) =>
    typeof outcome === 'function'
      ? outcome()
      : Promise.resolve({
          end: 'recovered',
          injected: seed,
          violations: [],
          detail: 'so it was',
          ...outcome,
        }),
})

async function shown(fault: FaultClass, json: boolean, seeds = 2) {
  let text = ''
  const right = await showFaults([fault], { seeds, json, jobs: 1 }, { write: (part) => (text += part) })
  return { right, lines: text.trimEnd().split('\n') }
}

describe('graft faults', () => {
  it('takes all classes, those of a group, or those that are named', () => {
    expect(choose({ class: [] })).toEqual({ ok: true, value: CATALOGUE })
    expect(choose({ class: [], group: 'time' })).toEqual({ ok: true, value: classesOf('time') })
    const named = choose({ class: ['time-wrap', 'link-drop'] })
    expect(named.ok && named.value.map(({ id }) => id)).toEqual(['link-drop', 'time-wrap'])
  })

  it('refuses a class or a group that is none, with the nearest name', () => {
    expect(choose({ class: ['link-drpo'] })).toMatchObject({ error: { hint: 'did you mean link-drop?' } })
    const far = choose({ class: ['xyzzy'] })
    expect(!far.ok && far.error.hint).toContain('--list')
    expect(choose({ class: [], group: 'rboot' })).toMatchObject({ error: { hint: 'did you mean robot?' } })
    expect(choose({ class: ['link-drop'], group: 'time' }).ok).toBe(false)
  })

  it('prints one JSON line a run and a summary', async () => {
    const { right, lines } = await shown(fake({}), true)
    expect(right).toBe(true)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      ...[1, 2].map((seed) => ({
        type: 'fault',
        class: 'link-fake',
        seed,
        declared: 'recovered|unaffected',
        end: 'recovered',
        unsafe: 0,
        detail: 'so it was',
      })),
      {
        type: 'summary',
        classes: 1,
        seeds: 2,
        runs: 2,
        asDeclared: 2,
        unsafe: 0,
        ends: { recovered: 2 },
        seconds: 0,
      },
    ])
  })

  it('counts a run whose fault did not take place as broken, in every class', async () => {
    const { right, lines } = await shown(fake({ injected: 0 }), true, 1)
    expect(right).toBe(false)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      end: 'broken',
      detail: 'the fault did not take place; so it was',
    })
  })

  it('is not right when an end is another one, or something unsafe happened', async () => {
    const violations = [{ kind: 'wire-law', t: 7, text: 'a test' }] as const
    expect(await shown(fake({ end: 'stopped-safe' }), false)).toMatchObject({ right: false })
    const { right, lines } = await shown(fake({ violations }), false, 1)
    expect(right).toBe(false)
    expect(lines.join('\n')).toContain('unsafe at 7 ms: wire-law: a test')
  })

  it('counts a run that throws as broken and goes on', async () => {
    const { right, lines } = await shown(
      fake(() => {
        throw new Error('of this test')
      }),
      true,
    )
    expect(right).toBe(false)
    expect(lines).toHaveLength(3)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ end: 'broken' })
  })

  it('lists the classes with what is right for them', () => {
    let text = ''
    listFaults(CATALOGUE, false, { write: (part) => (text += part) })
    expect(text.trimEnd().split('\n')).toHaveLength(CATALOGUE.length)
    expect(text).toMatch(/^link-unplug +The cable is pulled → stopped-safe$/m)
  })
})

describe('a run of a class', () => {
  it('follows from its seed: the same seed gives the same outcome, another one another moment', async () => {
    const [fault] = CATALOGUE.filter(({ id }) => id === 'link-unplug')
    const twice = await Promise.all([fault?.run(3), fault?.run(3)])
    expect(twice[0]).toEqual(twice[1])
    const deaf = CATALOGUE.find(({ id }) => id === 'link-deaf-controller')
    const details = new Set<string>()
    for (const seed of [1, 2, 3]) details.add((await deaf?.run(seed))?.detail ?? '')
    expect(details.size).toBeGreaterThan(1)
  })

  it('runs in worker processes what it runs in its own, and reports each run to the progress line', async () => {
    const fault = classesOf('link').find(({ id }) => id === 'link-drop')
    if (fault === undefined) throw new Error('link-drop is gone')
    const steps: string[] = []
    const progress = { step: (what: string) => void steps.push(what), done: () => undefined }
    const endsWith = async (jobs: number) => {
      let text = ''
      const out = { write: (part: string) => (text += part) }
      expect(await showFaults([fault], { seeds: 3, json: true, jobs }, out, progress)).toBe(true)
      return text
        .split('\n')
        .filter((line) => line.includes('"type":"fault"'))
        .toSorted()
    }
    const alone = await endsWith(1)
    expect(alone).toHaveLength(3)
    expect(await endsWith(2)).toEqual(alone)
    expect(steps.toSorted()).toEqual(['1', '1', '2', '2', '3', '3'].map((seed) => `link-drop ${seed}`))
  })

  it('finds the processes that it starts in the built program too', () => {
    const args = ['faults', '--class', 'process-two', '--class', 'storage-killed-between', '--seeds', '1']
    const { status, stdout } = spawnSync(process.execPath, ['bin/graft.js', ...args], { encoding: 'utf8' })
    expect(stdout).toContain('2 runs, all as declared, 0 unsafe')
    expect(status).toBe(0)
  })
})
