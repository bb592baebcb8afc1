import { readFileSync } from 'node:fs'
import type { FieldMap } from '#base/field-map.js'
import { m } from '#base/units.js'
import { must } from '#base/result.js'
import { BENCHMARK_ZONES } from '../support/benchmark-zones.js'
import type { TreeDoc } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { validate } from '#bt/validate/validate.js'
import { parseTree } from '#bt/xml/parse.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import type { ProposeDeps } from '#learning/field/actor/propose.js'
import type { CriticReport, Impact, Issue } from '#learning/critic/report.js'
import { lageaCode } from '#learning/critic/codes.js'

const text = (name: string): string => readFileSync(new URL(`../../bt/${name}`, import.meta.url), 'utf8')

export const library = new NodeLibrary(must(readNodesModel(text('nodes.xml'), 'nodes.xml'), 'nodes.xml'))

export function tree(body: string): TreeDoc {
  const xml = `<root BTCPP_format="4" main_tree_to_execute="Main"><include path="subtrees.xml"/><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  return must(parseTree(xml, { file: 'test.xml', library, load: () => text('subtrees.xml') }), 'tree')
}

export const LOAD = '<SubTree ID="LoadBlocksSequence"/>'
export const UNLOAD = '<SubTree ID="UnloadBlocksSequence"/>'
export const CURSOR = '<SubTree ID="CursorSequence"/>'
export const RETRY = (body: string, n = 2): string =>
  `<RetryUntilSuccessful num_attempts="${n}">${body}</RetryUntilSuccessful>`
export const TRIP = (from: number, to: number, rotate = ''): string =>
  `<Sequence><MoveToZone zone="${from}"/>${LOAD}${rotate && `<RotateBlocks mask="${rotate}"/>`}<MoveToZone zone="${to}"/>${UNLOAD}</Sequence>`
/** as the actor writes it: the blocks are turned behind the drive */
export const TURNED = (from: number, to: number, rotate: string): string =>
  TRIP(from, to).replace(UNLOAD, `<RotateBlocks mask="${rotate}"/>${UNLOAD}`)
export const INITIAL = `<Sequence><MoveToZone zone="1"/>${LOAD}<MoveToZone zone="2"/>${UNLOAD}</Sequence>`

export const map: FieldMap = {
  id: 'F1',
  size: { x: m(3), y: m(2) },
  zones: BENCHMARK_ZONES,
  home: { at: { x: m(0.3), y: m(1.75) }, radius: m(0.2) },
  shelf: { at: { x: m(0.7), y: m(0.2) }, target: { x: m(1.6), y: m(0.2) }, size: { x: m(0.3), y: m(0.2) } },
}

export function issue(impact: Impact, zoneId: number | null, more: Partial<Issue> = {}): Issue {
  return {
    id: zoneId === null ? impact : `${impact}@${zoneId}`,
    code: lageaCode(impact),
    impact,
    nodePath: null,
    zone: zoneId,
    mask: null,
    explanation: 'seen in the last picture',
    suggestedFix: '',
    severity: 0.5,
    evidence: { frames: [], traceSeq: [] },
    grounded: 'confirmed',
    ...more,
  }
}

export const report = (...issues: readonly Issue[]): CriticReport => ({
  mode: 'final',
  episode: 1,
  step: 0,
  outcome: 'failure',
  issues,
  s: 0.5,
  c: 0.8,
  summary: '',
  raw: '',
  model: 'test',
  frames: [],
})

export const situation = (body: string, more: Partial<ActorInput> = {}): ActorInput => ({
  tree: tree(body),
  report: report(),
  score: { lines: [{ label: 'boxes placed correctly', count: 4, points: 40 }], total: 37.2 },
  trace: { seconds: 12, units: [], failures: [] },
  history: [],
  champion: null,
  map,
  ...more,
})

export const deps: ProposeDeps = {
  library,
  validate: (doc) => validate(doc, library),
  rehearse: () => ({ ok: true, value: null }),
  maxEdits: 2,
  maxTries: 3,
}
