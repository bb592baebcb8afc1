import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The child in one file of JavaScript: how quickly a process starts decides how many points can be tried. It lies in a
 * folder of the build, as deep as the sources lie, so that the files that ship with graft are found from there.
 * @returns its path, and what removes it
 */
export async function bundledChild(): Promise<{
  readonly program: string
  readonly remove: () => void
}> {
  const program = `${root}dist/crash-${process.pid}/episode-child.js`
  await build({
    entryPoints: [fileURLToPath(new URL('episode-child.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    // native ones, which bring files of their own, and what wants CommonJS around it
    external: ['sharp', '@photostructure/sqlite', 'koffi', 'zeromq', 'yaml', 'serialport'],
    logLevel: 'error',
  })
  return {
    program,
    remove: () => rmSync(`${root}dist/crash-${process.pid}`, { recursive: true, force: true }),
  }
}

/** where the child finds the firmware of the virtual robot */
export const FIRMWARE = `${root}firmware-protocol/wasm`
