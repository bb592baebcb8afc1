import { describe, expect, it } from 'vitest'
import { configurations, sweepRows } from '../../lab/bench/vrl/settings/configuration.js'
import { settle } from '../../lab/bench/vrl/settings/settings.js'
import { seedList } from '../../lab/bench/vrl/vrl-command.js'

const names = (wishes: Parameters<typeof configurations>[0]): readonly string[] => {
  const rows = configurations(wishes)
  if (!rows.ok) throw new Error(rows.error.message)
  return rows.value.map(({ name }) => name)
}

describe('rows of graft bench vrl', () => {
  it('are by default the five configurations of the paper as profiles, the shipped models, what these have to beat, and what frames them (VRL-22)', () => {
    expect(names({ blockInfo: 'both' })).toEqual([
      'do-nothing',
      'none',
      'random',
      'random+blockinfo',
      'random-edit',
      'random-edit+blockinfo',
      'no-network',
      'no-network+blockinfo',
      'rules',
      'rules+blockinfo',
      'threshold',
      'threshold+blockinfo',
      'shipped',
      'shipped+blockinfo',
      'scripted:none',
      'scripted:7b',
      'scripted:3b-ft',
      'scripted:gemini',
      'scripted:gemini+blockinfo',
      'attainable',
    ])
  })

  it('a real critic has one row for each side of the ablation that is asked for (VRL-07)', () => {
    const critics = ['local:my-vlm', 'recorded:runs/a:b/episodes.jsonl']
    expect(names({ critics, blockInfo: 'with' })).toEqual([
      'local:my-vlm+blockinfo',
      'recorded:runs/a:b/episodes.jsonl+blockinfo',
      'attainable',
    ])
    expect(names({ critics: ['shipped'], blockInfo: 'without' })).toEqual(['shipped', 'attainable'])
  })

  it('the attainable row is played whatever is asked for, and once', () => {
    expect(names({ critics: ['attainable', 'none'], blockInfo: 'both' })).toEqual(['none', 'attainable'])
  })

  it('scripted critics have the scripted actor, unless another is asked for in every row', () => {
    const actors = (actor?: 'rules') => {
      const critics = ['none', 'scripted:7b', 'do-nothing']
      const rows = configurations({ critics, blockInfo: 'both', ...(actor && { actor }) })
      return rows.ok ? rows.value.map((row) => row.actor) : []
    }
    expect(actors()).toEqual(['model', 'scripted', 'fixed', 'fixed'])
    expect(actors('rules')).toEqual(['rules', 'rules', 'fixed', 'fixed'])
  })

  it.each([
    'shiped',
    'scripted',
    'scripted:8b',
    'local:',
    'recorded',
    'shipped:x',
    '',
    'scripted:gemini/recall=2',
    'scripted:gemini/sight=1',
  ])('refuses the critic %j and says which there are', (name) => {
    const rows = configurations({ critics: [name], blockInfo: 'both' })
    expect(rows.ok).toBe(false)
    if (rows.ok) return
    expect(rows.error.code).toBe('bench.critic')
    expect(rows.error.expected).toContain('scripted:gemini+blockinfo')
  })

  it('means `shipped` when somebody writes `shiped`', () => {
    const rows = configurations({ critics: ['shiped'], blockInfo: 'both' })
    expect(rows.ok ? '' : rows.error.hint).toBe('did you mean shipped?')
  })

  it('a sweep changes one share at two levels of the other, in rows of their own (VRL-36)', () => {
    const rows = configurations({ critics: sweepRows('attribution'), blockInfo: 'both' })
    const shares = (rows.ok ? rows.value : []).flatMap(({ critic }) =>
      critic.kind === 'scripted' ? [[critic.profile.recall, critic.profile.attribution]] : [],
    )
    expect(shares).toEqual([
      [0.45, 0.4],
      [0.45, 0.6],
      [0.45, 0.8],
      [0.85, 0.4],
      [0.85, 0.6],
      [0.85, 0.8],
    ])
  })

  it('any row that edits comes with smaller patches, and the sweep sets model and rules side by side', () => {
    const rows = configurations({ critics: sweepRows('edits'), blockInfo: 'without' })
    const limits = (rows.ok ? rows.value : []).map(({ actor, maxEdits }) => [actor, maxEdits])
    expect(limits.slice(0, 4)).toEqual([
      ['rules', 1],
      ['model', 1],
      ['rules', 2],
      ['model', 2],
    ])
    expect(names({ critics: ['shipped/edits=4'], blockInfo: 'both' })).toEqual([
      'shipped/edits=4',
      'shipped/edits=4+blockinfo',
      'attainable',
    ])
    for (const name of ['do-nothing/edits=1', 'shipped/edits=0', 'scripted:7b/edits=1'])
      expect(configurations({ critics: [name], blockInfo: 'both' }).ok, name).toBe(false)
  })

  it('refuses a row that is named twice', () => {
    const rows = configurations({ critics: ['none', 'none'], blockInfo: 'both' })
    expect(rows.ok ? '' : rows.error.code).toBe('bench.critic-twice')
  })
})

describe('seeds of graft bench vrl', () => {
  it.each([
    ['1-4', [1, 2, 3, 4]],
    ['7', [7]],
    ['1,2,7-9', [1, 2, 7, 8, 9]],
    ['3,1-3', [3, 1, 2]],
  ])('%s', (text, seeds) => expect(seedList(text)).toEqual(seeds))

  it.each(['', '4-1', 'a', '1-', '-1', '1,,2', '1.5', '0-99999999'])('refuses %j', (text) => {
    expect(() => seedList(text)).toThrow(/expected seeds such as 1-40/)
  })
})

describe('the hash of the settings', () => {
  const rows = configurations({ critics: ['none'], blockInfo: 'both' })
  const chosen = {
    fields: [],
    seeds: [1, 2],
    episodes: 10,
    configurations: rows.ok ? rows.value : [],
    models: [],
    best: {},
  }
  const { hash } = settle(chosen)

  it('is the same for the same settings', () => {
    expect(settle(structuredClone(chosen)).hash).toBe(hash)
    expect(hash).toMatch(/^[0-9a-f]{12}$/)
  })

  it.each([
    ['seeds', { seeds: [1] }],
    ['episodes', { episodes: 9 }],
    ['rows', { configurations: [] }],
    ['models', { models: [{ id: 'm', role: 'critic' as const, files: [{ path: 'p', sha256: 'x' }] }] }],
    ['the best plans', { best: { F1: '<root/>' } }],
  ])('is another one with other %s', (_, change) => {
    expect(settle({ ...chosen, ...change }).hash).not.toBe(hash)
  })
})
