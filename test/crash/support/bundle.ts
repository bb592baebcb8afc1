import { build } from 'esbuild'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The child that is killed and the one that judges, in one file of JavaScript each: how quickly a process starts decides
 * how many points can be tried. They lie in a folder of the build, as deep as the sources lie, so that the files that
 * ship with graft are found from there.
 * @returns their paths, and what removes them
 */
export async function bundledChild(): Promise<{
  readonly program: string
  readonly judge: string
  readonly remove: () => void
}> {
  const folder = `${root}dist/crash-${process.pid}`
  await build({
    entryPoints: {
      'episode-child': fileURLToPath(new URL('episode-child.ts', import.meta.url)),
      'judge-child': fileURLToPath(new URL('judge-child.ts', import.meta.url)),
      // the thread of the site's store, which looks for its program beside itself
      program: `${root}src/adapters/store/site/writer/program.ts`,
    },
    outdir: folder,
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
    program: `${folder}/episode-child.js`,
    judge: `${folder}/judge-child.js`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** where the child finds the firmware of the virtual robot */
export const FIRMWARE = `${root}firmware-protocol/wasm`
