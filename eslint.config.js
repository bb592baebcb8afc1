import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { testsCanFail } from './test/lint/tests-can-fail.js'

/** Rooms that must give the same answer for the same arguments, today and in a replay (ARCHITECTURE.md, law 5). */
const DETERMINISTIC = [
  'src/base/**',
  'src/bt/**',
  'src/bt-tools/**',
  'src/twin/**',
  'src/worlds/!(files)/**',
  'src/worlds/*.ts',
  'src/link/**',
  'src/drivers/**',
  'src/localisation/**',
  'src/sensors/**',
  'src/simulation/!(firmware|camera)/**',
  'src/simulation/*.ts',
  'src/forecast/**',
]

const AMBIENT = [
  'Date',
  'performance',
  'process',
  'console',
  'Promise',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
].map((name) => ({ name, message: 'Deterministic room: time, randomness and I/O are arguments.' }))

/** Text of a model must never become code (MOD-07). */
const NO_GENERATED_CODE = [
  { selector: "CallExpression[callee.name='eval']", message: 'Text is data: never evaluate it.' },
  { selector: "NewExpression[callee.name='Function']", message: 'Text is data: never evaluate it.' },
  { selector: "CallExpression[callee.name='Function']", message: 'Text is data: never evaluate it.' },
  {
    selector: 'ImportDeclaration[source.value=/^(node:)?vm$/]',
    message: 'Text is data: node:vm evaluates it.',
  },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only: one name for one thing.' },
]

/** Where the system answers ENOENT for ever, as below /proc, Node's recursive mkdir never returns. */
const NO_RECURSIVE_MKDIR = [
  {
    selector: "CallExpression[callee.name=/^mkdir(Sync)?$/] Property[key.name='recursive']",
    message: 'It can hang for ever: use makeFolders of src/adapters/files/make-folders.ts.',
  },
]

/** What a test needs of the computer it says with `needs()`: the skips are counted, with their reasons. */
const NO_SKIPS = [
  {
    selector:
      'MemberExpression[property.name=/^(skip|skipIf|runIf|only|todo|fails)$/][object.name=/^(it|test|describe)$/]',
    message: "A test runs, or says what it needs: it('…', needs('strace'), …) of test/needs.",
  },
]

const NO_ASYNC = [
  {
    selector: ':matches(FunctionDeclaration, FunctionExpression, ArrowFunctionExpression)[async=true]',
    message: 'Deterministic room: synchronous code only.',
  },
  { selector: 'AwaitExpression', message: 'Deterministic room: synchronous code only.' },
]

export default defineConfig(
  {
    ignores: [
      'dist/**',
      'dist-lab/**',
      'coverage/**',
      'lab/bt/out/**',
      'runs/**',
      'node_modules/**',
      'lab/training/{data,out}/**',
      'firmware-protocol/{core,gen,wasm}/**',
      '**/*.gen.ts',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/require-await': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false, allowDefaultCaseForExhaustiveSwitch: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      eqeqeq: 'error',
      'object-shorthand': 'error',
      'no-useless-rename': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'off',
      '@typescript-eslint/no-implied-eval': 'error',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...NO_GENERATED_CODE],
    },
  },
  {
    files: DETERMINISTIC,
    rules: {
      'no-restricted-globals': ['error', ...AMBIENT],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Deterministic room: take a Random as an argument.' },
        { object: 'globalThis', message: 'Deterministic room: no ambient state.' },
      ],
      'no-restricted-syntax': ['error', ...NO_GENERATED_CODE, ...NO_ASYNC],
    },
  },
  {
    files: ['src/**/*.ts', 'lab/**/*.ts'],
    rules: {
      'max-len': ['error', { code: 120 }],
      'max-params': ['error', 4],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: DETERMINISTIC,
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Runs are repeatable: take a Random as an argument.' },
      ],
      'no-restricted-syntax': ['error', ...NO_GENERATED_CODE, ...NO_RECURSIVE_MKDIR],
    },
  },
  {
    files: ['test/**/*.test.ts'],
    plugins: { graft: testsCanFail },
    rules: {
      'graft/no-conditional-expect': 'error',
      'graft/no-early-return': 'error',
      'graft/no-tautology': 'error',
      'graft/expects-something': 'error',
      'no-restricted-syntax': ['error', ...NO_GENERATED_CODE, ...NO_SKIPS],
    },
  },
  { files: ['*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    // Fakes implement asynchronous ports without waiting, and shell tools of the repository talk to people.
    files: ['test/**/*.ts', 'lab/**/*.ts', 'examples/**/*.ts', 'models/**/*.ts', 'firmware-protocol/**/*.ts'],
    rules: { '@typescript-eslint/require-await': 'off', 'no-console': 'off' },
  },
)
