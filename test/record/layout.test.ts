import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { layoutFor, type Layout } from '#cli/record/layout.js'
import { isNodeTopic, nodeTopic, TOPICS } from '#service/recording/topics.js'

const layout = JSON.parse(readFileSync('config/foxglove-layout.json', 'utf8')) as Layout

describe('the shipped layout', () => {
  it('asks only for topics and fields that the recorder writes', () => {
    let [seen, fields] = [0, 0]
    for (const text of stringsOf(layout.configById)) {
      if (!text.startsWith('/')) continue
      const topic = Object.keys(TOPICS)
        .filter((each) => text === each || text.startsWith(`${each}.`))
        .at(-1) as keyof typeof TOPICS | undefined
      expect(topic, text).toBeDefined()
      if (topic === undefined) continue
      const [field] = text.slice(topic.length + 1).split('.')
      const { properties } = TOPICS[topic].schema as { properties: object }
      seen++
      if (field === '' || field === undefined) continue
      fields++
      expect(Object.keys(properties), text).toContain(field)
    }
    expect(seen).toBeGreaterThanOrEqual(14)
    expect(fields).toBeGreaterThanOrEqual(5)
  })

  it('places every panel that it configures, once', () => {
    const placed = stringsOf(layout.layout).filter((text) => text.includes('!'))
    expect(placed.sort()).toEqual(Object.keys(layout.configById).sort())
    const kinds = new Set(placed.map((panel) => panel.split('!')[0]))
    expect([...kinds].sort()).toEqual([
      '3D',
      'DiagnosticSummary',
      'Image',
      'Plot',
      'RawMessages',
      'RosOut',
      'StateTransitions',
    ])
  })

  it('gets a row for each node of a recording, in the order of the tree', () => {
    const nodes = [nodeTopic('/', 'Sequence'), nodeTopic('/10', 'B'), nodeTopic('/2', 'MoveToZone zone=1')]
    expect(nodes).toEqual(['/bt/nSequence', '/bt/n10_B', '/bt/n02_MoveToZone_zone_1'])
    const topics = [...Object.keys(TOPICS), ...nodes]
    expect(topics.filter(isNodeTopic)).toEqual(nodes)
    const panel = layoutFor(layout, topics).configById['StateTransitions!tree']
    const paths = (panel?.['paths'] as { value: string }[]).map(({ value }) => value)
    expect(paths.slice(-3)).toEqual([
      '/bt/n02_MoveToZone_zone_1.status',
      '/bt/n10_B.status',
      '/bt/nSequence.status',
    ])
    expect(paths.length).toBe(8)
  })
})

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => [
    ...(key.startsWith('/') ? [key] : []),
    ...stringsOf(each),
  ])
}
