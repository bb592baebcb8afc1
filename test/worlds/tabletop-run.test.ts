import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REPO } from '../../lab/architecture/source-tree.js'
import { needs } from '../needs/needs.js'

const graft = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(REPO, 'bin/graft.js'), ...args], { encoding: 'utf8', cwd: REPO })

describe('the world tabletop, from the command line', needs('MuJoCo'), () => {
  it('learns in its second episode to open the door before the plug, keeps pictures, and replays to the letter', () => {
    const out = mkdtempSync(join(tmpdir(), 'graft-tabletop-'))
    try {
      const options = ['--task', 'charge', '--episodes', '2', '--seed', '4', '--faults', 'none']
      const ran = graft('run', '--world', 'tabletop', ...options, '--out', out)
      expect(ran.stderr).toBe('')
      expect(ran.status).toBe(0)
      const run = join(out, readdirSync(out)[0] ?? '')
      const scores = readFileSync(join(run, 'episodes.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { score: { total: number } }).score.total)
      expect(scores).toHaveLength(2)
      expect(scores[0]).toBeLessThan(0)
      expect(scores[1]).toBeGreaterThan(150)
      expect(readdirSync(join(run, 'episodes/02/frames')).length).toBeGreaterThanOrEqual(2)
      const replayed = graft('replay', run)
      expect(replayed.stdout).toMatch(/episode 1: identical[^]*episode 2: identical/)
    } finally {
      rmSync(out, { recursive: true })
    }
  })

  it('keeps a scenario in the manifest, and replays its faults to the letter', () => {
    const out = mkdtempSync(join(tmpdir(), 'graft-tabletop-'))
    try {
      const tree = join(out, 'tree.xml')
      const steps = '<Sequence><Pick item="can"/><Place item="can" place="right_tray"/></Sequence>'
      const main = `<BehaviorTree ID="Main">${steps}</BehaviorTree>`
      writeFileSync(tree, `<root BTCPP_format="4" main_tree_to_execute="Main">${main}</root>`)
      const options = ['--scenario', 'heavy', '--faults', 'none', '--episodes', '1', '--tree', tree]
      const ran = graft('run', '--world', 'tabletop', ...options, '--out', join(out, 'runs'))
      expect(ran.stderr).toBe('')
      const run = join(out, 'runs', readdirSync(join(out, 'runs'))[0] ?? '')
      const manifest = readFileSync(join(run, 'run.json'), 'utf8')
      expect(manifest).toContain('"scenario": "heavy"')
      expect(manifest).toContain('scenarios/heavy.yaml')
      expect(readFileSync(join(run, 'episodes.jsonl'), 'utf8')).toContain('the gripper met something')
      expect(graft('replay', run).stdout).toContain('episode 1: identical')
    } finally {
      rmSync(out, { recursive: true })
    }
  })

  it('refuses a scenario that it does not have, and says which there are', () => {
    const { status, stderr } = graft('run', '--world', 'tabletop', '--scenario', 'party')
    expect(status).toBe(2)
    expect(stderr).toContain('there is no scenario party')
    expect(stderr).toContain('heavy, moved, occluded, slippery, stall, stuck, wide')
  })
})
