import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

/** Firmware in real time behind a pseudo-terminal: beside other tests it would meet its deadlines by luck only. */
const REAL_TIME = ['test/**/realtime-*.test.ts']
/** What waits for pages, files and processes without a deadline of its own to meet; it may run beside others. */
const PATIENT = ['crash', 'docs', 'memory', 'models', 'offline', 'record', 'report', 'store', 'worlds'].map(
  (room) => `test/${room}/**/realtime-*.test.ts`,
)

/**
 * Tests of pure functions share a process, which loads the modules of a room once instead of once for each file: that is
 * more than half of their time. What touches the process itself gets one of its own.
 */
const PURE = [
  ...['actor', 'annotation', 'base', 'bt', 'conformance', 'critic', 'forecast', 'instructions', 'language'],
  ...['learning', 'link', 'localisation', 'sensors', 'simulation', 'terminal', 'twin'],
]
const TOUCHES_PROCESS = /\bvi\.|\bprocess\.|child_process|worker_threads|globalThis|#adapters|#cli|#app/
const SHARED = PURE.flatMap((room) =>
  readdirSync(new URL(`test/${room}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('realtime-'))
    .map((name) => `test/${room}/${name}`)
    .filter((file) => !TOUCHES_PROCESS.test(readFileSync(new URL(file, import.meta.url), 'utf8'))),
)

export default defineConfig({
  // examples import the engine as other programs do
  resolve: {
    alias: [
      { find: 'graft/bt', replacement: fileURLToPath(new URL('src/bt-tools/index.ts', import.meta.url)) },
      { find: 'graft/robot', replacement: fileURLToPath(new URL('src/app/robot/index.ts', import.meta.url)) },
      {
        find: /^#((?:lab|test|models)\/.+)\.js$/,
        replacement: `${fileURLToPath(new URL('./', import.meta.url))}$1.ts`,
      },
      { find: /^#(.+)\.js$/, replacement: `${fileURLToPath(new URL('src/', import.meta.url))}$1.ts` },
    ],
  },
  test: {
    pool: 'forks',
    // ends a hang; no test's bar is the time that it takes
    testTimeout: 240_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/needs/reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'virtual time',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...REAL_TIME, ...SHARED],
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'virtual time, shared',
          include: SHARED,
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'real time, patient',
          include: PATIENT,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'real time',
          include: REAL_TIME,
          exclude: [...configDefaults.exclude, ...PATIENT],
          // after all others, one file after the other
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
        },
      },
    ],
  },
})
