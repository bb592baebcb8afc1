/** The import table of ARCHITECTURE.md as data: the one place where a room's rights are written down. */
export interface Room {
  readonly name: string
  /** rooms whose values and types it may import */
  readonly mayImport: readonly string[]
  /** rooms of which it may see types only, plus the values of their `ports.ts` */
  readonly mayImportTypes: readonly string[]
  /** Node.js modules and npm packages; `any` for the rooms whose trade is I/O */
  readonly packages: readonly string[] | 'any'
  /** same arguments, same answer: no time, randomness, timers or I/O of its own */
  readonly deterministic: boolean
}

export const ROOMS: readonly Room[] = [
  room('base', [], { packages: ['node:crypto'], deterministic: true }),
  room('bt', ['base'], { packages: [], deterministic: true }),
  room('twin', ['base'], { deterministic: true }),
  room('link', ['base'], { deterministic: true }),
  room('robot', ['base', 'bt', 'twin', 'link']),
  room('mind', ['base', 'bt', 'twin'], { packages: ['zod'] }),
  room('learning', ['base', 'bt', 'mind'], { packages: ['zod'] }),
  room('sim', ['base', 'link'], { deterministic: true }),
  // What a tree is worth, by playing it: the product's own leaves and rules on the simulated world's blocks and faults.
  room('forecast', ['base', 'bt', 'twin', 'robot', 'learning', 'sim'], { deterministic: true }),
  room('runtime', ['base', 'bt', 'twin', 'link', 'robot', 'mind', 'learning', 'sim'], { packages: ['zod'] }),
  room('console', ['base', 'runtime'], { packages: ['zod'] }),
  // Without a robot, `sim` is the outside world: the virtual controller and camera are windows onto it.
  room('adapters', ['base', 'sim'], {
    types: ['bt', 'twin', 'link', 'robot', 'mind', 'learning', 'runtime', 'console'],
    packages: 'any',
  }),
  room(
    'main',
    [
      'base',
      'bt',
      'twin',
      'link',
      'robot',
      'mind',
      'learning',
      'sim',
      'forecast',
      'runtime',
      'console',
      'adapters',
    ],
    { packages: 'any' },
  ),
]

/**
 * Finer than rooms. `mind` knows what a tree IS, not how one is run, and it may read the twin's beliefs but never
 * mint a permit; ground truth stays out of everything that critic or actor can see (AMB-40).
 */
export const FORBIDDEN: readonly { readonly from: RegExp; readonly to: RegExp; readonly why: string }[] = [
  { from: /^src\/mind\//, to: /^src\/twin\/permit/, why: 'a model can propose, only the twin can permit' },
  {
    from: /^src\/(mind|learning)\//,
    to: /^src\/(robot|link|adapters|sim)\//,
    why: 'generated text reaches no actuator',
  },
  { from: /^src\/mind\//, to: /^src\/learning\//, why: 'ground truth never reaches critic or actor' },
  { from: /^src\/sim\//, to: /^src\/(twin|bt|robot)\//, why: 'the virtual world is an independent witness' },
]

function room(
  name: string,
  mayImport: readonly string[],
  more: {
    readonly types?: readonly string[]
    readonly packages?: Room['packages']
    readonly deterministic?: boolean
  } = {},
): Room {
  return {
    name,
    mayImport,
    mayImportTypes: more.types ?? [],
    packages: more.packages ?? [],
    deterministic: more.deterministic ?? false,
  }
}
