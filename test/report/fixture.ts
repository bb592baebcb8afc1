import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { RunStore } from '#adapters/store/run-store.js'
import { sha256 } from '#base/hash.js'
import { ms } from '#base/units.js'
import type { NodeDef, NodePath } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { FieldOutcome } from '#learning/field-score.js'
import { historyEntry } from '#learning/history.js'
import type { RunManifest } from '#learning/manifest.js'
import { score } from '#learning/field-score.js'
import type { CriticReport, Issue } from '#learning/critic/report.js'

/** A small made-up run, whole in every part that a report shows. `text` goes wherever a person or a model writes. */
export interface FixtureOptions {
  readonly text?: string
  readonly manifest?: RunManifest
  /** of each episode, what is to be otherwise */
  readonly changed?: (record: EpisodeRecord) => EpisodeRecord
  /** only the first ones */
  readonly episodes?: number
}

export async function writeFixtureRun({
  text = '',
  manifest = manifestOf(text),
  changed = (record) => record,
  episodes: most = Infinity,
}: FixtureOptions = {}): Promise<string> {
  const store = RunStore.create(mkdtempSync(join(tmpdir(), 'graft-report-')), manifest)
  const episodes = fixtureEpisodes(text).slice(0, most)
  for (const { record: own, trace, units } of episodes) {
    const record = changed(own)
    const { episode } = record
    const log = { episode, t: 0 }
    store.step({ ...log, kind: 'I', report: record.reports[0] as CriticReport })
    units.forEach((unit, i) => {
      store.step({ ...log, kind: 'X', unit: `/${i}`, label: unit.label, status: unit.status })
      store.step({ ...log, kind: 'T', fromSeq: 0, toSeq: 1 })
      store.step({ ...log, kind: 'M', report: record.reports[i + 1] as CriticReport })
    })
    const final = record.reports.at(-1) as CriticReport
    store.step({ ...log, kind: 'F', report: final, endReason: record.endReason })
    store.step({ ...log, kind: 'R', score: record.score, refusals: record.refusals })
    store.step({ ...log, kind: 'U', update: record.update })
    store.step({ ...log, kind: 'H', entry: historyEntry(record) })
    store.saveLines(episode, 'trace', trace)
    for (const [i, report] of record.reports.entries()) {
      const id = report.frames.at(-1)
      if (id !== undefined) await store.saveFrame(episode, id, await drawFrame(episode, i))
    }
    await store.commit(record)
  }
  for (const tree of FIXTURE_TREES) store.saveTree(sha256(tree), tree)
  store.close()
  return store.folder
}

/** The records alone, for views that need no folder. */
export function fixtureRecords(text = ''): EpisodeRecord[] {
  return fixtureEpisodes(text).map(({ record }) => record)
}

export function manifestOf(text = ''): RunManifest {
  return {
    format: 1,
    key: 'F1-seed1-5f3a9c',
    version: '0.1.0',
    field: { id: 'F1', setup: { map: MAP, orange: [], start: { x: 0.3, y: 1.75, theta: 0 } } },
    seed: 1,
    episodes: 5,
    faults: `standard${text}`,
    policy: { name: `initial${text}`, hash: sha256(FIXTURE_TREES[0] as string) },
    models: [
      { id: 'critic-faces', role: 'critic', files: [{ path: 'faces.onnx', sha256: sha256('faces') }] },
      { id: 'actor-small', role: 'actor', files: [{ path: `actor.gguf${text}`, sha256: sha256('actor') }] },
    ],
    actor: 'model',
    blockInfo: false,
    strictAlg1: false,
  }
}

/** two zones, a shelf and a home that the virtual robot's camera sees */
const MAP = {
  id: 'F1',
  size: { x: 3, y: 2 },
  zones: [
    { id: 1, kind: 'load', at: { x: 0.45, y: 0.45 }, size: { x: 0.3, y: 0.25 }, needsShelf: false },
    { id: 2, kind: 'unload', at: { x: 0.8, y: 0.8 }, size: { x: 0.3, y: 0.25 }, needsShelf: false },
  ],
  home: { at: { x: 0.3, y: 1.75 }, radius: 0.12 },
  shelf: { at: { x: 0.7, y: 0.2 }, target: { x: 0.38, y: 0.2 }, size: { x: 0.3, y: 0.15 } },
}

const pair = (load: number, unload: number): string[] => [
  '  <RetryUntilSuccessful num_attempts="2">',
  '    <Sequence>',
  `      <Action ID="MoveToZone" zone="${load}"/>`,
  '      <SubTree ID="LoadBlocksSequence"/>',
  `      <Action ID="MoveToZone" zone="${unload}"/>`,
  '      <SubTree ID="UnloadBlocksSequence"/>',
  '    </Sequence>',
  '  </RetryUntilSuccessful>',
]
const INITIAL = [
  '  <Action ID="MoveToZone" zone="1"/>',
  '  <SubTree ID="LoadBlocksSequence"/>',
  '  <Action ID="MoveToZone" zone="2"/>',
  '  <SubTree ID="UnloadBlocksSequence"/>',
]
const subtreeOf = (id: string, leaf: string): string =>
  `<BehaviorTree ID="${id}"><Sequence><${leaf}/></Sequence></BehaviorTree>`
const treeOf = (units: readonly string[]): string =>
  [
    '<root BTCPP_format="4" main_tree_to_execute="Main">',
    '<BehaviorTree ID="Main"><Sequence>',
    ...units,
    '</Sequence></BehaviorTree>',
    subtreeOf('CursorSequence', 'MoveCursor'),
    subtreeOf('LoadBlocksSequence', 'LoadBlocks'),
    subtreeOf('UnloadBlocksSequence', 'UnloadBlocks'),
    '</root>',
    '',
  ].join('\n')

const FIXTURE_TREES: readonly string[] = [
  treeOf(INITIAL),
  treeOf([...INITIAL, '  <Action ID="MoveToHome"/>']),
  treeOf([...INITIAL, '  <Action ID="RotateBlocks" mask="1111"/>', '  <Action ID="MoveToHome"/>']),
  treeOf([...pair(1, 2), ...pair(5, 6), '  <Action ID="MoveToHome"/>']),
  treeOf([
    '  <SubTree ID="CursorSequence"/>',
    ...pair(1, 2),
    ...pair(3, 4),
    ...pair(5, 6),
    '  <Action ID="MoveToHome"/>',
  ]),
]

interface Unit {
  readonly label: string
  readonly status: 'SUCCESS' | 'FAILURE'
  readonly leaves: readonly (readonly [
    node: string,
    args: Record<string, string>,
    seconds: number,
    fails?: string,
  ])[]
}

interface FixtureEpisode {
  readonly record: EpisodeRecord
  readonly trace: readonly TraceEvent[]
  readonly units: readonly Unit[]
}

function fixtureEpisodes(text: string): FixtureEpisode[] {
  const move = (zone: number): Unit['leaves'][number] => [
    'MoveToZone',
    { zone: String(zone), position: '1' },
    2.6,
  ]
  const transfer = (load: number, unload: number, fails?: string): Unit => ({
    label: `Retry: zone ${load} to zone ${unload}${text}`,
    status: 'SUCCESS',
    leaves: [
      move(load),
      ...(fails === undefined ? [] : [['LoadBlocks', {}, 4.0, fails] as const, move(load)]),
      ['LoadBlocks', {}, 4.0],
      move(unload),
      ['UnloadBlocks', {}, 3.0],
    ],
  })
  const single = (label: string, leaf: Unit['leaves'][number]): Unit => ({
    label: `${label}${text}`,
    status: leaf[3] === undefined ? 'SUCCESS' : 'FAILURE',
    leaves: [leaf],
  })
  const home = single('MoveToHome', ['MoveToHome', {}, 3.4])
  const four = [
    single('MoveToZone 1', move(1)),
    single('LoadBlocksSequence', ['LoadBlocks', {}, 4.0]),
    single('MoveToZone 2', move(2)),
    single('UnloadBlocksSequence', ['UnloadBlocks', {}, 3.0]),
  ]
  const plans: readonly { units: readonly Unit[]; correct: number; batches: number; wrong?: number }[] = [
    { units: four, correct: 4, batches: 1 },
    { units: [...four, home], correct: 4, batches: 1 },
    {
      units: [
        ...four,
        single('RotateBlocks', ['RotateBlocks', { mask: '1111' }, 3.0, `nothing is held${text}`]),
      ],
      correct: 0,
      batches: 0,
      wrong: 4,
    },
    {
      units: [transfer(1, 2, `cup 2 holds no vacuum after 2 rounds${text}`), transfer(5, 6), home],
      correct: 8,
      batches: 2,
    },
    {
      units: [
        single('CursorSequence', ['MoveCursor', {}, 7.5]),
        transfer(1, 2),
        transfer(3, 4),
        transfer(5, 6),
        home,
      ],
      correct: 12,
      batches: 3,
    },
  ]
  return plans.map(({ units, correct, batches, wrong = 0 }, i) => {
    const trace = traceOf(units)
    const seconds = (trace.at(-1)?.t ?? 0) / 1000
    const returned = units.at(-1) === home
    const hash = (k: number): string => sha256(FIXTURE_TREES[k] as string)
    const reports = reportsOf(i + 1, units, text)
    const facts: FieldOutcome = {
      source: 'ground-truth',
      operatingSeconds: seconds,
      correct,
      incorrect: wrong,
      outside: 0,
      fullBatches: batches,
      robotHome: returned,
      leftHome: true,
      blocksUnloaded: correct + wrong,
      shelfAtTarget: i === 4,
    }
    const next = i === 2 ? 1 : Math.min(i + 1, 4)
    const record: EpisodeRecord = {
      episode: i + 1,
      field: 'F1',
      seed: 1,
      treeHash: hash(i),
      parentHash: i === 0 ? null : hash(i - 1),
      endReason: returned ? 'home-reached' : i === 2 ? 'tree-failure' : 'tree-success',
      seconds,
      reports,
      alarms: reports
        .filter(({ s, c }) => s >= 0.5 || c < 0.3)
        .map(({ mode, step, s, c }) => ({
          t: ms(seconds * 1000),
          mode,
          step,
          reasons: s >= 0.5 ? ['severity'] : ['low_confidence'],
          s,
          c,
          text: `look at the robot${text}`,
        })),
      facts,
      score: score(facts),
      update: {
        decision: i === 2 ? 'rolled-back' : i === 4 ? 'no-edit' : 'edited',
        nextHash: hash(next),
        patch:
          i === 2 || i === 4
            ? []
            : [{ op: 'insert', parent: '/', index: 4, node: homeNode(text), because: 'final-position@home' }],
        tries:
          i === 4
            ? []
            : [
                {
                  reply: `{"op":"remove","at":"/9"}${text}`,
                  refusedBecause: `no node at /9${text}`,
                  confidence: 0.41,
                },
                {
                  reply: `{"op":"insert","parent":"/","index":4}${text}`,
                  refusedBecause: null,
                  confidence: 0.87,
                },
              ],
        why:
          [
            'The robot never came home: add MoveToHome at the end.',
            'Blocks were not turned: rotate all of them after the load.',
            'The score fell by 61 points behind the best tree: back to it.',
            'Two pairs work under their own retry: add the shelf and zone 3.',
            'No issue is left and the score is the best so far.',
          ][i] + text,
      },
      refusals:
        i === 2
          ? [
              {
                t: ms(11_400),
                nodePath: '/4',
                command: `rotate 1111${text}`,
                checkId: 'rotate.holds-block',
                text: `cups 0, 1, 2, 3 hold nothing${text}`,
              },
            ]
          : [],
    }
    return { record, trace, units }
  })
}

const homeNode = (text: string): NodeDef => ({
  id: 'MoveToHome',
  kind: 'action',
  attrs: { name: `home${text}` },
  children: [],
})

function traceOf(units: readonly Unit[]): TraceEvent[] {
  const trace: TraceEvent[] = []
  const push = (
    t: number,
    path: NodePath,
    node: string,
    to: TraceEvent['to'],
    more: Partial<TraceEvent> = {},
  ): void => {
    const from = to === 'RUNNING' ? 'IDLE' : 'RUNNING'
    trace.push({
      seq: trace.length,
      t: ms(Math.round(t * 1000)),
      path,
      node,
      args: {},
      from,
      to,
      attempt: 1,
      ...more,
    })
  }
  let t = 0
  push(t, '/', 'Sequence', 'RUNNING')
  units.forEach((unit, i) => {
    const nested = unit.leaves.length > 1
    if (nested) push(t, `/${i}`, 'RetryUntilSuccessful', 'RUNNING')
    unit.leaves.forEach(([node, args, seconds, fails], k) => {
      const path: NodePath = nested ? `/${i}/${k}` : `/${i}`
      push(t, path, node, 'RUNNING', { args })
      t += seconds
      push(
        t,
        path,
        node,
        fails === undefined ? 'SUCCESS' : 'FAILURE',
        fails === undefined ? { args } : { args, reason: fails },
      )
    })
    if (nested) push(t, `/${i}`, 'RetryUntilSuccessful', unit.status)
  })
  push(t, '/', 'Sequence', units.at(-1)?.status ?? 'SUCCESS')
  return trace
}

function reportsOf(episode: number, units: readonly Unit[], text: string): CriticReport[] {
  const base = {
    episode,
    model: `critic-faces${text}`,
    raw: `{"summary":"…"}${text}`,
    outcome: 'unknown' as const,
  }
  const frame = (name: string): string[] => [`${String(episode).padStart(2, '0')}-${name}`]
  const bad = episode === 3
  return [
    {
      ...base,
      mode: 'initial',
      step: 0,
      issues: [],
      s: 0,
      c: 0.94,
      summary: `Sixteen blocks, all blue up.${text}`,
      frames: frame('initial'),
    },
    ...units.map((unit, i): CriticReport => ({
      ...base,
      mode: 'intermediate',
      step: i + 1,
      issues:
        unit.status === 'FAILURE' ? [issueOf('orientation', text, bad ? 'confirmed' : 'unverified')] : [],
      s: unit.status === 'FAILURE' ? 0.62 : 0.05,
      c: 0.81 - i * 0.02,
      summary: `${unit.label} ended as planned.`,
      frames: frame(`unit-${i + 1}`),
    })),
    {
      ...base,
      mode: 'final',
      step: 0,
      outcome: bad ? 'failure' : 'success',
      issues:
        episode === 5
          ? []
          : [
              issueOf('final-position', text, 'confirmed'),
              issueOf('coverage', text, 'unverified'),
              issueOf('placement', text, 'refuted'),
            ],
      s: [0.55, 0.35, 0.78, 0.22, 0][episode - 1] as number,
      c: [0.84, 0.8, 0.27, 0.86, 0.93][episode - 1] as number,
      summary: `The robot moved what it was told to.${text}`,
      frames: frame('final'),
    },
  ]
}

function issueOf(impact: Issue['impact'], text: string, grounded: Issue['grounded']): Issue {
  return {
    id: `${impact}@2`,
    code: 'drift_from_goal',
    impact,
    nodePath: '/3',
    zone: 2,
    mask: '0110',
    explanation: `The ${impact} is not as it should be after the unload at zone 2.${text}`,
    suggestedFix: `MoveToHome after the last unit${text}`,
    severity: 0.55,
    evidence: { frames: ['final'], traceSeq: [12, 13] },
    grounded,
  }
}

/** A plain picture of a field with a few blocks, so that the strip has something to show. */
async function drawFrame(episode: number, step: number): Promise<Buffer> {
  const blocks = Array.from({ length: 8 }, (_, i) => {
    const moved = i < step * 2
    const fill = (i + episode) % 4 === 0 ? '#d9772b' : '#3b6ea8'
    return `<rect x="${(moved ? 330 : 60) + (i % 4) * 30}" y="${120 + Math.floor(i / 4) * 110}" width="22" height="60" fill="${fill}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#cfc9b8"/>
    <rect x="40" y="100" width="160" height="220" fill="#e9e4d6"/><rect x="310" y="100" width="160" height="220" fill="#e9e4d6"/>
    ${blocks.join('')}<circle cx="${120 + step * 70}" cy="60" r="34" fill="#3a3f3a"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
}
