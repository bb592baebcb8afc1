import type { MainModule } from '@mujoco/mujoco'
import { err, ok, type Result } from '#base/result.js'

let loading: Promise<Result<MainModule, string>> | undefined

/**
 * MuJoCo as a WebAssembly module, loaded once, when it is asked for: it is an optional package of 10 MB that one world
 * needs. Models and data live in its memory, which nobody collects: who makes them deletes them. One thread has one
 * module; a worker loads its own.
 * @returns or why there is none, and what to do
 */
export function loadMujoco(): Promise<Result<MainModule, string>> {
  loading ??= load()
  return loading
}

async function load(): Promise<Result<MainModule, string>> {
  try {
    const { default: start } = await import('@mujoco/mujoco')
    return ok(await start())
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return err(`MuJoCo does not load (${why}); it is an optional package: npm install @mujoco/mujoco@3.14.0`)
  }
}
