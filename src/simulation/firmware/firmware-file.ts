import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'

/** Where the package keeps the built firmware; the same relative path from `src` and from `dist`. */
const SHIPPED = fileURLToPath(new URL('../../../firmware-protocol/wasm/', import.meta.url))

/**
 * Reads `fw.wasm` and verifies it against its manifest `fw.wasm.json`: a robot must run only the firmware that was
 * tested.
 * @param folder that contains both files; default: the shipped ones
 */
export function readFirmware(folder: string = SHIPPED): Result<Uint8Array, Diagnostic> {
  const wasmPath = `${folder.replace(/\/$/, '')}/fw.wasm`
  try {
    const wasm = new Uint8Array(readFileSync(wasmPath))
    const manifest: unknown = JSON.parse(readFileSync(`${wasmPath}.json`, 'utf8'))
    return checkFirmware(wasm, manifest, wasmPath)
  } catch (cause) {
    return err({
      code: 'firmware.unreadable',
      severity: 'error',
      message: `cannot read the virtual robot's firmware: ${cause instanceof Error ? cause.message : String(cause)}`,
      expected: `${wasmPath} and ${wasmPath}.json`,
      hint: 'install the package again, or build it with firmware-protocol/wasm/build.sh',
    })
  }
}

/**
 * Checks a firmware image against its manifest.
 * @param name what the message calls the file
 */
export function checkFirmware(
  wasm: Uint8Array,
  manifest: unknown,
  name: string,
): Result<Uint8Array, Diagnostic> {
  const expected = manifestHash(manifest)
  const got = sha256(wasm)
  if (expected === got) return ok(wasm)
  return err({
    code: 'firmware.hash-mismatch',
    severity: 'error',
    message: `${name} is not the firmware that its manifest describes`,
    expected: expected === undefined ? 'a manifest with a field "sha256"' : `sha256 ${expected}`,
    got: `sha256 ${got}`,
    hint: 'restore both files from the repository, or rebuild them with firmware-protocol/wasm/build.sh',
  })
}

function manifestHash(manifest: unknown): string | undefined {
  if (typeof manifest !== 'object' || manifest === null || !('sha256' in manifest)) return undefined
  return typeof manifest.sha256 === 'string' ? manifest.sha256 : undefined
}
