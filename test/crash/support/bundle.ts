import { build, type Plugin } from 'esbuild'
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
  /** carries an order out */
  readonly order: string
  readonly remove: () => void
}> {
  const folder = `${root}dist/crash-${process.pid}`
  await build({
    entryPoints: {
      'episode-child': fileURLToPath(new URL('episode-child.ts', import.meta.url)),
      'judge-child': fileURLToPath(new URL('judge-child.ts', import.meta.url)),
      'order-child': fileURLToPath(new URL('order-child.ts', import.meta.url)),
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
    plugins: [COUNTED_NAMES],
    external: ['sharp', '@photostructure/sqlite', 'koffi', 'zeromq', 'yaml', 'serialport'],
    logLevel: 'error',
  })
  return {
    program: `${folder}/episode-child.js`,
    judge: `${folder}/judge-child.js`,
    order: `${folder}/order-child.js`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Temporary files are named at random. The run that is counted and the run that is killed need the same names, because
 * strace chooses calls by path: here they are numbered.
 */
const COUNTED_NAMES: Plugin = {
  name: 'counted-names',
  setup(bundle) {
    let used = false
    bundle.onResolve({ filter: /^node:crypto$/ }, ({ importer }) => {
      if (!importer.endsWith('/files/durable-file.ts')) return undefined
      used = true
      return { path: 'counted', namespace: 'counted-names' }
    })
    bundle.onLoad({ filter: /.*/, namespace: 'counted-names' }, () => ({
      contents: `let n = 0
        export const randomBytes = (size) => { const b = Buffer.alloc(size); b.writeUIntBE(++n, 0, size); return b }`,
    }))
    bundle.onEnd(() =>
      used
        ? {}
        : { errors: [{ text: 'durable-file.ts no longer names its temporary files with node:crypto' }] },
    )
  },
}

/** where the child finds the firmware of the virtual robot */
export const FIRMWARE = `${root}firmware-protocol/wasm`
