import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { REPO } from '../../lab/architecture/source-tree.js'
import { needs } from '../needs/needs.js'

/** @returns those of them that git leaves out here */
const ignored = (paths: readonly string[]): readonly string[] =>
  spawnSync('git', ['check-ignore', '--no-index', '--', ...paths], { cwd: REPO, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line !== '')

describe('a checkout of git', needs('a checkout of git'), () => {
  it('leaves out keys and the state of a service, wherever they lie', () => {
    const secret = [
      'anna.graft-key',
      'docs/wall.graft-key',
      '.graft/graft.db',
      'worlds/home/.graft/keys/local.graft-key',
    ]
    expect(ignored([...secret, 'src/cli/keys/keys-command.ts', 'config/graft.yaml'])).toEqual(secret)
  })
})
