import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFile } from '#documents/read-text-file.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'graft-tools-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** An interpreter that answers each question as told: the words of the question that it fails on. */
function interpreter(name: string, fails: readonly string[]): string {
  const path = join(folder, name)
  const cases = fails.map((word) => `*"${word}"*) exit 1;;`).join(' ')
  writeFileSync(path, `#!/bin/sh\ncase "$*" in ${cases} *) exit 0;; esac\n`)
  chmodSync(path, 0o755)
  return path
}

const check = (python: string) =>
  spawnSync('sh', [projectFile('lab/training/check-tools.sh'), python], { encoding: 'utf8' })

test.each([
  ['no interpreter', 'nowhere/python', 'python3 python3-torch libopenblas0-openmp'],
  ['no torch', ['import torch, torch.onnx'], 'python3-torch'],
  ['no numpy', ['import numpy'], 'python3-numpy'],
  ['the reference BLAS', ['/proc/self/maps'], 'libopenblas0-openmp'],
  ['neither numpy nor torch', ['import numpy', 'import torch, torch.onnx'], 'python3-numpy python3-torch'],
] as const)('%s is said with the Debian package', (name, fails, packages) => {
  const python =
    typeof fails === 'string' ? join(folder, fails) : interpreter(name.replaceAll(' ', '-'), fails)
  const { status, stderr } = check(python)
  expect(status).toBe(1)
  expect(stderr.trim().split('\n').at(-1)).toBe(`on Debian: sudo apt-get install -y ${packages}`)
})

test('with everything there it says nothing', () => {
  expect(check(interpreter('whole', []))).toMatchObject({ status: 0, stderr: '', stdout: '' })
})

test.each(['critic', 'actor'])('the recipe of the %s asks before it makes any data', (model) => {
  const recipe = readFileSync(projectFile(`lab/training/${model}/build.sh`), 'utf8')
  const asks = recipe.indexOf('check-tools.sh')
  expect(asks).toBeGreaterThan(0)
  expect(asks).toBeLessThan(recipe.indexOf('generate.ts'))
})
