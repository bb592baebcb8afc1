import { err, ok, type Result } from '#base/result.js'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'
import type { Refusal } from '#console/host.js'
import type { Client } from '#console-cli/client.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import type { ServiceStatus } from '#runtime/status/service-status.js'

/** A service in memory: what was asked of it, and answers that a test has laid down. */
export class FakeClient implements Client {
  readonly role = 'maintainer'
  readonly asked: { readonly command: CommandName; readonly params: unknown }[] = []
  readonly answers = new Map<CommandName, unknown>([['status', STATUS]])
  refusal: Refusal | undefined
  told: StatusEvent[] = []

  request(
    command: CommandName,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<Result<unknown, Refusal>> {
    this.asked.push({ command, params })
    const good = CATALOGUE[command].params.safeParse(params).success
    if (!good) return Promise.resolve(err({ code: 'console.params', message: 'bad' }))
    return Promise.resolve(
      this.refusal === undefined ? ok(this.answers.get(command) ?? { did: command }) : err(this.refusal),
    )
  }

  async *events(): AsyncIterable<StatusEvent> {
    yield* this.told
  }

  close(): void {
    // nothing is held
  }
}

/** An output that keeps what was written. */
export class Pages {
  text = ''
  write(text: string): void {
    this.text += text
  }
  get lines(): string[] {
    return this.text.trimEnd().split('\n')
  }
}

/** A robot in the middle of an episode, with a little of everything. */
export const STATUS: ServiceStatus = {
  order: null,
  at: Date.UTC(2026, 10, 22, 12, 0, 7),
  uptimeMs: 3_725_000,
  version: '0.1.0',
  seq: 100,
  robot: { body: 'serial', pace: 'real', device: '/dev/graft-stm32' },
  mode: 'RUNNING',
  activity: 'running',
  armedBy: 'anna',
  run: {
    key: 'F2-s1-1a2b3c4d',
    field: 'F2',
    seed: 1,
    episode: 3,
    episodes: 10,
    unit: 'LoadBlocksSequence',
    t: 7100,
    scoreSoFar: 12.5,
    scores: [-32.9, 48],
    endReasons: ['tree-success', 'tree-success'],
    best: 2,
  },
  tree: {
    hash: 'b58e89f2e9ad39ef640760e547aaa460347cc3262b78c5ad37081e2330d8a753',
    name: 'Main',
    nodes: [
      { path: '/', depth: 0, label: 'Sequence', kind: 'control', status: 'RUNNING' },
      { path: '/0', depth: 1, label: 'MoveToZone zone=1', kind: 'action', status: 'SUCCESS' },
      { path: '/1', depth: 1, label: 'Fallback', kind: 'control', status: 'RUNNING' },
      { path: '/1/0', depth: 2, label: 'IsLoaded', kind: 'condition', status: 'SUCCESS' },
      { path: '/1/1', depth: 2, label: 'LoadBlocks', kind: 'action', status: 'RUNNING' },
      { path: '/2', depth: 1, label: 'RotateBlocks mask=0101', kind: 'action', status: 'SKIPPED' },
      { path: '/3', depth: 1, label: 'UnloadBlocks', kind: 'action', status: 'FAILURE' },
    ],
  },
  facts: [
    { subject: 'robot', text: 'at load zone 1, standing' },
    { subject: 'gripper', text: 'cups 1/1 1/2 . ., lift down' },
  ],
  blackboard: [{ key: 'faces', value: '0101' }],
  link: {
    status: 'lost',
    device: '/dev/graft-stm32',
    silentMs: 3200,
    counters: null,
    controller: null,
    degraded: 0,
    last: '',
  },
  camera: {
    source: 'v4l2',
    state: 'stale',
    ageMs: 4100,
    frames: 812,
    restarts: 1,
    text: 'no frame for 4.1 s',
  },
  models: [
    { role: 'critic', id: 'graft-critic', state: 'ready', text: '' },
    { role: 'actor', id: 'graft-actor', state: 'loading', text: '' },
  ],
  alarms: [
    {
      id: 'F2-s1-1a2b3c4d/3/1',
      at: Date.UTC(2026, 10, 22, 11, 59, 58),
      run: 'F2-s1-1a2b3c4d',
      episode: 3,
      record: {
        t: 5000 as never,
        mode: 'intermediate',
        step: 2,
        reasons: ['severity'],
        s: 0.7,
        c: 0.9,
        text: 'zone 2: orange face up in slot 1',
      },
      acknowledged: null,
    },
  ],
  health: [
    { id: 'loop', state: 'ok', critical: true, ageMs: 20, deadlineMs: 1000, text: '' },
    { id: 'link', state: 'late', critical: true, ageMs: 3200, deadlineMs: 1500, text: 'lost' },
  ],
  policy: {
    field: 'F2',
    active: 'b58e89f2e9ad',
    trial: { hash: 'ccde2e8fdb43', started: 2, finished: 1, needed: 3 },
  },
  timing: null,
  disk: { freeBytes: 80.1e9, usedBytes: 1.2e9, state: 'ok' },
}
