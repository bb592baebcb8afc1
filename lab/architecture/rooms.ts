/** The import table of ARCHITECTURE.md as data: the one place where a room's rights are written down. */
export interface Room {
  readonly name: string
  /** what it is for, in a line */
  readonly purpose: string
  /** rooms whose values and types it may import */
  readonly mayImport: readonly string[]
  /** rooms of which it may see types only, plus the values of their `ports.ts` */
  readonly mayImportTypes: readonly string[]
  /** Node.js modules and npm packages; `any` for the rooms whose trade is I/O */
  readonly packages: readonly string[] | 'any'
  /** same arguments, same answer: no time, randomness, timers or I/O of its own */
  readonly deterministic: boolean
  /** folders of a deterministic room that touch the outside all the same, with their packages */
  readonly outside: Readonly<Record<string, readonly string[]>>
}

/** From the ground up: a room may import only rooms above it in this list. */
export const ROOMS: readonly Room[] = [
  room('base', 'units, results, diagnostics, clocks, seeded randomness', [], {
    packages: ['node:crypto'],
    deterministic: true,
  }),
  room('bt', 'the behaviour-tree engine: XML, nodes, blackboard, ticks, checks, edits', ['base'], {
    deterministic: true,
  }),
  room(
    'bt-tools',
    'around the engine: Groot2 monitor, logs, recorded cases, drawings; its package',
    ['base', 'bt'],
    {
      deterministic: true,
    },
  ),
  room('link', 'the session with the controller: frames, acknowledgement, retransmission', ['base'], {
    deterministic: true,
  }),
  room(
    'drivers',
    'the contract with any robot: messages, sessions, laws of both sides, recorded transcripts',
    ['base'],
    {
      deterministic: true,
    },
  ),
  room('localisation', 'where the robot is and how sure that is: filter, scans against the site', ['base'], {
    deterministic: true,
  }),
  room('sensors', 'what laser scanners send, byte by byte, and whether they are well', ['base'], {
    types: ['localisation'],
    deterministic: true,
  }),
  room('twin', 'the digital twin: beliefs, rules, permits, outcome checks, plan checks', ['base'], {
    deterministic: true,
  }),
  room('documents', 'files that people write: YAML and JSON with every mistake at its place', ['base'], {
    packages: 'any',
  }),
  room('worlds', 'worlds as data: their language, their checks', ['base', 'bt', 'twin', 'documents'], {
    deterministic: true,
    outside: { files: ['node:fs', 'node:fs/promises', 'node:path'] },
  }),
  room(
    'detector',
    'what is seen of a formula: yes, no or not to be seen, and how sure that is',
    ['base', 'twin', 'worlds'],
    { deterministic: true },
  ),
  room(
    'annotation',
    'numbered points on pictures: where they lie, how they are drawn, which is chosen',
    ['base', 'worlds'],
    { deterministic: true },
  ),
  room(
    'instructions',
    'orders in words: what they mean, what is planned for them, what was learned from them',
    ['base', 'bt', 'twin', 'documents', 'worlds', 'detector'],
    { packages: ['minisearch', 'stemmer'], deterministic: true },
  ),
  room('robots', 'from a leaf to motion: skills, permits asked, state estimate, commands', [
    'base',
    'bt',
    'link',
    'drivers',
    'sensors',
    'localisation',
    'twin',
    'worlds',
  ]),
  room(
    'learning',
    'critic, actor, perception, score, memory, policy slots',
    ['base', 'bt', 'twin', 'documents', 'worlds'],
    {
      packages: ['zod'],
    },
  ),
  room(
    'simulation',
    'the virtual robots: physics, faults, firmware in WebAssembly, cameras',
    ['base', 'link', 'drivers'],
    {
      types: ['learning'],
      // its types alone: whoever starts a simulation hands it the module
      packages: ['@mujoco/mujoco'],
      deterministic: true,
      outside: { firmware: ['node:fs', 'node:url'], camera: ['sharp'] },
    },
  ),
  room(
    'tabletop',
    'the tabletop in MuJoCo: arm, scene, cameras, and the driver that obeys it',
    ['base', 'drivers', 'simulation'],
    {
      types: ['learning'],
      packages: ['@mujoco/mujoco'],
      deterministic: true,
    },
  ),
  room(
    'forecast',
    'what a tree will score, by playing it in an abstract world',
    ['base', 'bt', 'twin', 'robots', 'learning', 'simulation'],
    {
      deterministic: true,
    },
  ),
  room(
    'runtime',
    'the reflex loop and the learning loop: episodes, runs, modes, health',
    ['base', 'bt', 'link', 'drivers', 'twin', 'worlds', 'robots', 'learning'],
    {
      packages: ['zod'],
    },
  ),
  room('console', 'the console protocol: roles, commands, sessions', ['base', 'runtime'], {
    packages: ['zod'],
  }),
  room(
    'config',
    'the configuration of a site and of a field: schema, checks, migrations',
    ['base', 'twin', 'documents', 'simulation', 'tabletop'],
    {
      packages: 'any',
    },
  ),
  room(
    'adapters',
    'all other I/O: serial port, models, stores, sockets, recordings, systemd',
    ['base', 'documents'],
    {
      types: ['bt', 'bt-tools', 'link', 'drivers', 'twin', 'robots', 'learning', 'runtime', 'console'],
      packages: 'any',
    },
  ),
  room(
    'console-sockets',
    'the console over ZeroMQ: sockets with CURVE, keys, who may connect',
    ['base', 'documents', 'console', 'adapters'],
    { types: ['runtime'], packages: 'any' },
  ),
  room(
    'memory',
    'long-term memory of orders: lessons in the store, as files, recalled and remembered',
    ['base', 'twin', 'documents', 'worlds', 'instructions', 'adapters'],
    { packages: 'any' },
  ),
  room(
    'language',
    'chat models: endpoints and files, prompts, and what their replies may say',
    ['base', 'bt', 'twin', 'documents', 'worlds', 'learning', 'config', 'adapters', 'instructions'],
    { packages: 'any' },
  ),
  room('app', 'puts a robot, its models and its trees together, for run and serve', BELOW_APP(), {
    packages: 'any',
  }),
  room('service', 'graft serve: runs, arming, recording, health, the page', [...BELOW_APP(), 'app'], {
    packages: 'any',
  }),
  room('terminal', 'what a run shows at the terminal', ['base', 'learning', 'app'], { packages: 'any' }),
  room(
    'report',
    'the report of a run as HTML',
    ['base', 'bt', 'bt-tools', 'documents', 'worlds', 'learning', 'simulation', 'runtime', 'adapters', 'app'],
    {
      packages: 'any',
    },
  ),
  room(
    'bt-cli',
    'graft bt: the commands for behaviour trees, of any robot',
    ['base', 'bt', 'bt-tools', 'documents', 'adapters', 'app', 'service', 'terminal'],
    { packages: 'any' },
  ),
  room(
    'console-cli',
    'graft console: the shell, watch, and driving by hand, at a terminal',
    [
      'base',
      'documents',
      'link',
      'worlds',
      'learning',
      'runtime',
      'console',
      'adapters',
      'console-sockets',
      'app',
      'terminal',
    ],
    { packages: 'any' },
  ),
  room(
    'ros2',
    'a driver for robots behind ROS 2: the mapping file, interfaces, rosbridge',
    ['base', 'documents', 'drivers'],
    { packages: 'any' },
  ),
  room(
    'cli',
    'the command line: one folder a command',
    [...BELOW_APP(), 'app', 'service', 'terminal', 'report', 'bt-cli', 'console-cli', 'ros2'],
    {
      packages: 'any',
    },
  ),
]

/**
 * Finer than rooms. The learning side knows what a tree IS, not how one is run, and it may read the twin's
 * beliefs but never mint a permit; ground truth stays out of everything that critic or actor can see
 * (AMB-40).
 */
export const FORBIDDEN: readonly { readonly from: RegExp; readonly to: RegExp; readonly why: string }[] = [
  {
    from: /^src\/learning\//,
    to: /^src\/twin\/permit/,
    why: 'a model can propose, only the twin can permit',
  },
  {
    from: /^src\/learning\//,
    to: /^src\/(robots|link|adapters|simulation|tabletop|console-sockets)\//,
    why: 'generated text reaches no actuator',
  },
  {
    from: /^src\/learning\/(field\/)?(actor|critic|perception|prompt)\//,
    to: /^src\/learning\/(policy\/|(?!ports\.ts)[^/]+\.ts$)/,
    why: 'ground truth never reaches critic or actor',
  },
  {
    from: /^src\/learning\/(actor|critic|perception|prompt)\//,
    to: /^src\/worlds\//,
    why: 'the figures of the score stand in a task file',
  },
  {
    from: /^src\/(simulation|tabletop)\//,
    to: /^src\/(twin|bt|robots|sensors|localisation)\//,
    why: 'the virtual world is an independent witness',
  },
  { from: /^src\//, to: /^(lab|test|models)\//, why: 'the program does not need the laboratory' },
]

function BELOW_APP(): readonly string[] {
  return [
    'base',
    'bt',
    'bt-tools',
    'link',
    'drivers',
    'twin',
    'documents',
    'worlds',
    'detector',
    'annotation',
    'instructions',
    'robots',
    'learning',
    'simulation',
    'tabletop',
    'forecast',
    'runtime',
    'console',
    'config',
    'adapters',
    'console-sockets',
    'memory',
    'language',
  ]
}

function room(
  name: string,
  purpose: string,
  mayImport: readonly string[],
  more: {
    readonly types?: readonly string[]
    readonly packages?: Room['packages']
    readonly deterministic?: boolean
    readonly outside?: Room['outside']
  } = {},
): Room {
  return {
    name,
    purpose,
    mayImport,
    mayImportTypes: more.types ?? [],
    packages: more.packages ?? [],
    deterministic: more.deterministic ?? false,
    outside: more.outside ?? {},
  }
}
