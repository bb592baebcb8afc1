import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import { framesOf } from '#instructions/frames.js'
import { parseDomainText } from '#worlds/files/domain-text.js'

const worlds = ['worlds', 'lab/understand/worlds'].flatMap((folder) =>
  readdirSync(projectFile(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'field')
    .map(({ name }) => `${folder}/${name}/world.yaml`),
)

describe('what can be asked for in a world', () => {
  it.each(worlds)('is said in words once its things are named: %s', (path) => {
    const file = projectFile(path)
    const domain = must(parseDomainText(readFileSync(file, 'utf8'), file), path)
    const frames = framesOf(domain)
    expect(frames.length).toBeGreaterThan(3)
    for (const { outcome, ports } of frames) {
      const named = ports.reduce((text, { name }) => text.replaceAll(`{?${name}}`, 'thing'), outcome)
      expect(named).not.toMatch(/[{}]/)
    }
  })
  it('does not speak of the grasped of a probe', () => {
    const file = projectFile('worlds/task-board/world.yaml')
    const frames = framesOf(must(parseDomainText(readFileSync(file, 'utf8'), file), file))
    const held = frames.find(({ goal }) => goal === 'grasped(?of) = ?it')
    expect(held?.outcome).toBe('the {?of} is grasped: the {?it}')
  })
})
