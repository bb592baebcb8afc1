import { formatDiagnostic } from '#base/diagnostic.js'
import { InvariantError } from '#base/result.js'
import { ms } from '#base/units.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import { defineStatefulAction } from '#bt/custom/stateful-action.js'
import { input } from '#bt/custom/declare/ports.js'
import type { NodeDefinition } from '#bt/custom/declare/definition.js'
import { NodeExecutionError, TreeLogicError } from '#bt/node/errors.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import type { TickStatus } from '#bt/status.js'
import { STRING } from '#bt/value/types.js'
import type { EndReason } from '#learning/episode.js'
import type { FieldOutcome } from '#learning/field-score.js'
import { fieldSkills } from '#robots/field/skills/install.js'
import { done, failed } from '#robots/skills/outcome.js'
import { readFaces } from '#robots/field/skills/read-faces.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { FaultEvent } from '#simulation/field/world/faults.js'
import { intend } from '#twin/field/intend.js'
import { FastBody } from './body/fast-body.js'
import type { Luck } from './body/ground.js'
import { PERIOD } from './body/times.js'
import { FaceGuess } from './face-guess.js'

/** Hard stop of benchmarks §6.1, ms of virtual time. */
const HARD_STOP = 150_000

export interface Ending {
  readonly facts: FieldOutcome
  readonly endReason: Extract<EndReason, 'tree-success' | 'tree-failure' | 'home-reached' | 'time-limit'>
  /** virtual seconds from the first tick to the end */
  readonly seconds: number
  /** the faults that occurred, each with the time of the command during which it did */
  readonly faults: readonly FaultEvent[]
}

/**
 * One tree on one field, prepared for repeated play: the product's engine, skills and twin on a body without firmware.
 * Where nothing in the tree reads the clock, time jumps from event to event.
 */
export class Stage {
  readonly #doc: TreeDoc
  readonly #body: FastBody
  readonly #registry: NodeRegistry
  readonly #faces: FaceGuess
  /** nothing in the tree reads the clock */
  readonly #skipsIdleTime: boolean
  /** halting resets the tree completely: it uses no blackboard */
  readonly #isReusable: boolean
  readonly #clock = { time: 0, now: () => ms(this.#clock.time) }
  #tree: Tree
  #delayUntil = 0

  /** @throws InvariantError when the tree does not pass validation, or has a node that the robot lacks */
  constructor(setup: FieldSetup, doc: TreeDoc) {
    this.#doc = doc
    this.#body = new FastBody(setup, NO_LUCK)
    this.#registry = new NodeRegistry()
    this.#faces = new FaceGuess(this.#body)
    this.#registry.add(...fieldSkills(this.#body), this.#delay(), readFaces(this.#body, this.#faces))
    this.#tree = this.#createTree()
    const nodes = doc.trees.flatMap(({ root }) => nodesOf(root))
    this.#skipsIdleTime = nodes.every(({ id, attrs }) => TIME_BLIND.has(id) && !hasScripts(attrs))
    this.#isReusable =
      this.#skipsIdleTime && nodes.every(({ attrs }) => !Object.values(attrs).some(isPointer))
  }

  play(luck: Luck): Ending {
    const body = this.#body
    if (this.#isReusable) this.#tree.halt()
    else this.#tree = this.#createTree()
    this.#clock.time = this.#delayUntil = 0
    body.restart(luck)
    this.#faces.restart()
    for (;;) {
      const now = this.#clock.time
      body.advance(now)
      const status = this.#tick()
      // the referee checks at the end of the cycle
      const elapsed = now + PERIOD
      const endReason = endOf(status, body, elapsed)
      if (endReason !== undefined) {
        return { endReason, facts: body.outcome(elapsed), seconds: elapsed / 1000, faults: body.faults }
      }
      this.#clock.time = this.#skipsIdleTime ? Math.min(this.#next(now), HARD_STOP - PERIOD) : elapsed
    }
  }

  #next(now: number): number {
    const { nextEventAt } = this.#body
    const waited = this.#delayUntil > now ? Math.ceil(this.#delayUntil / PERIOD - 1e-9) * PERIOD : undefined
    return Math.max(now + PERIOD, nextEventAt ?? waited ?? 0)
  }

  #tick(): TickStatus {
    try {
      return this.#tree.tick()
    } catch (error) {
      if (error instanceof NodeExecutionError || error instanceof TreeLogicError) return 'FAILURE'
      throw error
    }
  }

  #createTree(): Tree {
    const tree = createTree(this.#doc, this.#registry, { clock: this.#clock })
    if (tree.ok) return tree.value
    const all = tree.error.map(formatDiagnostic).join('\n')
    throw new InvariantError(
      `a tree that does not pass validation has no expected score: validate it first\n${all}`,
    )
  }

  /** Like `customDelay` in `src/robots/field/skills/install.ts`, but exposes when it will end. */
  #delay(): NodeDefinition {
    const body = this.#body
    const setEnd = (until: number): void => {
      this.#delayUntil = until
    }
    return defineStatefulAction({
      id: 'CustomDelay',
      ports: { duration: input(STRING, { optional: true }) },
      state: () => ({ until: 0 }),
      start(ctx) {
        const duration = ctx.get('duration') ?? ''
        const step = intend({ skill: 'CustomDelay', args: { duration } }, body.state(), body.map)
        if (!step.ok) return failed(body, ctx, 'CustomDelay', { kind: 'twin_reject', text: step.error.text })
        ctx.state.until = ctx.now() + Number(duration) * 1000
        setEnd(ctx.state.until)
        return this.run(ctx)
      },
      run: (ctx) => (ctx.now() < ctx.state.until ? 'RUNNING' : done(body, ctx, 'CustomDelay')),
    })
  }
}

function endOf(status: TickStatus, body: FastBody, elapsed: number): Ending['endReason'] | undefined {
  if (status === 'SUCCESS') return 'tree-success'
  if (status === 'FAILURE' || status === 'SKIPPED') return 'tree-failure'
  if (body.hasReturnedHome) return 'home-reached'
  return elapsed >= HARD_STOP ? 'time-limit' : undefined
}

const NO_LUCK: Luck = {
  seed: 0,
  episode: 0,
  faults: { navigation: 0, grip: 0, drop: 0, rotation: 0, placement: 0, cursor: 0 },
}

/** Nodes whose next status depends only on their children's: between two events nothing happens in them. */
const TIME_BLIND: ReadonlySet<string> = new Set([
  'Sequence',
  'AsyncSequence',
  'SequenceWithMemory',
  'Fallback',
  'AsyncFallback',
  'IfThenElse',
  'RetryUntilSuccessful',
  'Repeat',
  'Inverter',
  'ForceSuccess',
  'ForceFailure',
  'KeepRunningUntilFailure',
  'SubTree',
  'AlwaysSuccess',
  'AlwaysFailure',
  'MoveToZone',
  'MoveToHome',
  'LoadBlocks',
  'UnloadBlocks',
  'RotateBlocks',
  'MoveCursor',
  'CustomDelay',
  'ReadFaces',
])

const hasScripts = (attrs: NodeDef['attrs']): boolean =>
  Object.keys(attrs).some((name) => name.startsWith('_'))
const isPointer = (text: string): boolean => text.includes('{')

const nodesOf = (node: NodeDef): NodeDef[] => [node, ...node.children.flatMap(nodesOf)]
