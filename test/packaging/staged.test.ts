import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPO } from '#lab/architecture/source-tree.js'
import { BUNDLED } from '#lab/pack/bundled.js'
import { bundledManifest, publishedManifest, type Manifest, type Part } from '#lab/pack/manifest.js'
import { stage } from '#lab/pack/stage.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-staged-'))
const manifestOf = (path: string): Manifest =>
  JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8')) as Manifest
const checkout = JSON.parse(readFileSync(join(REPO, 'package.json'), 'utf8')) as Manifest
const bundled = BUNDLED.map(({ name }) => ({ name, path: join('node_modules', name) }))

/** What npm makes of it, and that it runs: install.test.ts. */
describe('the package as npm packs it', () => {
  let manifest: Manifest
  /** in folders that are packed: one that git ignores, one that it does not know */
  const secrets = ['config/staged-test.graft-key', 'docs/staged-test-secret.txt']
  beforeAll(() => {
    for (const path of secrets) writeFileSync(join(REPO, path), 'SECRET')
    manifest = stage(REPO, folder)
  })
  afterAll(() => {
    for (const path of secrets) rmSync(join(REPO, path), { force: true })
    rmSync(folder, { recursive: true, force: true })
  })

  it('holds nothing that only this computer has: no key, no file that git does not track', () => {
    for (const path of secrets) expect(existsSync(join(folder, path)), path).toBe(false)
    expect(existsSync(join(folder, 'config/graft.yaml'))).toBe(true)
    expect(existsSync(join(folder, 'dist/cli/cli.js'))).toBe(true)
  })

  it('asks nothing of a dependent: no script, no override, no package of the development', () => {
    expect(manifestOf('.')).toEqual(JSON.parse(JSON.stringify(manifest)))
    for (const field of ['private', 'scripts', 'devDependencies', 'overrides', 'allowScripts'])
      expect(manifest).not.toHaveProperty(field)
    expect(manifest).toMatchObject({ name: 'graft', version: checkout.version })
    expect(manifest.bin).toEqual({ graft: 'bin/graft.js' })
  })

  it('bundles copies that run nothing when they are installed and need nothing that graft does not declare', () => {
    const declared = { ...manifest.dependencies, ...manifest.optionalDependencies }
    expect(manifest.bundleDependencies).toEqual(bundled.map(({ name }) => name))
    let needed = 0
    for (const { name, path } of bundled) {
      const copy = manifestOf(path)
      expect(copy.version, name).toBe(declared[name])
      for (const field of ['scripts', 'optionalDependencies', 'peerDependencies', 'bin'])
        expect(copy, name).not.toHaveProperty(field)
      for (const dependency of Object.keys(copy.dependencies ?? {})) {
        expect(declared, `${name} needs ${dependency}`).toHaveProperty([dependency])
        needed++
      }
    }
    expect(needed).toBeGreaterThanOrEqual(25)
    expect(Object.keys(declared).filter((name) => /cuda|vulkan|onnxruntime-web|cmake-js/.test(name))).toEqual(
      [],
    )
  })

  it('keeps the licence of each copy', () => {
    for (const { name, path } of bundled)
      expect(readFileSync(join(folder, path, 'LICENSE'), 'utf8'), name).toMatch(/Copyright|Apache License/)
  })

  it('holds the binaries of ONNX Runtime for both processors and for no other system', () => {
    const binaries = readdirSync(join(folder, 'node_modules/onnxruntime-node/bin'), { recursive: true })
      .map(String)
      .filter((path) => /\.(node|so\.1|dylib|dll)$/.test(path))
      .map((path) => path.replace(/^napi-v\d+\//, ''))
    expect(binaries.sort()).toEqual([
      'linux/arm64/libonnxruntime.so.1',
      'linux/arm64/onnxruntime_binding.node',
      'linux/x64/libonnxruntime.so.1',
      'linux/x64/onnxruntime_binding.node',
    ])
  })

  it('leaves to npm which llama.cpp fits the processor', () => {
    const { version } = manifestOf('node_modules/node-llama-cpp')
    expect(manifest.optionalDependencies).toMatchObject({
      '@node-llama-cpp/linux-x64': version,
      '@node-llama-cpp/linux-arm64': version,
    })
    expect(existsSync(join(folder, 'node_modules/node-llama-cpp/llama/gitRelease.bundle'))).toBe(false)
  })
})

describe('the published manifest', () => {
  const part = (name: string, needs: Record<string, string>): Part => ({
    bundled: { name, without: [], leaves: /^$/, platforms: [] },
    manifest: { name, version: '1.0.0' },
    needs,
  })
  const own = { name: 'graft', version: '1.2.3', dependencies: { a: '1.0.0', b: '1.0.0' } }

  it('names what a bundled package needs once, except another bundled one', () => {
    const parts = [part('a', { b: '1.0.0', c: '2.0.0' }), part('b', { c: '2.0.0' })]
    expect(publishedManifest(own, parts, own.dependencies).dependencies).toEqual({
      a: '1.0.0',
      b: '1.0.0',
      c: '2.0.0',
    })
  })

  it('is refused when two of them need different versions of one package', () => {
    const parts = [part('a', { c: '2.0.0' }), part('b', { c: '3.0.0' })]
    expect(() => publishedManifest(own, parts, {})).toThrow('b needs c 3.0.0, another package 2.0.0')
  })

  it('is refused when one of them needs another version than graft itself has, or than is bundled', () => {
    const ranged = { ...own, dependencies: { ...own.dependencies, c: '^1.0.0' } }
    const of = (...parts: Part[]) => publishedManifest(ranged, parts, { ...own.dependencies, c: '1.0.4' })
    expect(of(part('a', { c: '1.0.4' })).dependencies).toEqual(ranged.dependencies)
    expect(() => of(part('a', { c: '2.0.0' }))).toThrow('a needs c 2.0.0, graft itself 1.0.4')
    expect(() => of(part('a', { b: '2.0.0' }), part('b', {}))).toThrow('a needs b 2.0.0, graft itself 1.0.0')
  })

  it('is refused when a bundled package no longer needs what is to be left out of it', () => {
    const { manifest, bundled: rules } = part('a', {})
    const leaving = { manifest: { ...manifest, dependencies: { b: '1.0.0' } }, bundled: rules }
    expect(bundledManifest({ ...leaving, bundled: { ...rules, without: ['b'] } }).dependencies).toEqual({})
    expect(() => bundledManifest({ ...leaving, bundled: { ...rules, without: ['c'] } })).toThrow(
      'a no longer needs c',
    )
  })
})
