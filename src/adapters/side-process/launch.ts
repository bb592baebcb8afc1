import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** A program of graft, as Node.js starts it in a process of its own. */
export interface Program {
  readonly file: string
  /** options that load TypeScript; empty in the build, which is plain JavaScript */
  readonly loader: readonly string[]
}

/**
 * Finds a program. Run from source (tests, tools), it needs a TypeScript loader.
 * @param name file next to the caller, without its extension
 * @param caller `import.meta.url` of the caller
 */
export function programOf(name: string, caller: string): Program {
  const isBuilt = caller.endsWith('.js')
  const tsx = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  return {
    file: fileURLToPath(new URL(`${name}.${isBuilt ? 'js' : 'ts'}`, caller)),
    loader: isBuilt ? [] : ['--import', tsx()],
  }
}

/** Starts a thread. Run from source (tests, tools), it needs a TypeScript loader. */
export function startThread(program: URL, options: WorkerOptions): Worker {
  if (program.pathname.endsWith('.js')) return new Worker(program, options)
  const boot = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(program.href)})))`
  return new Worker(boot, { ...options, eval: true })
}
