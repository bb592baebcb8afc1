import { BehaviourTree, State } from 'mistreevous'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import type { Shape } from './shapes.js'

/** A loaded tree. */
interface Subject {
  /** throws unless the tree succeeded */
  readonly tick: () => void
  /** changes of a status that the listener was told of so far */
  readonly changes: () => number
}

export interface Engine {
  readonly name: string
  /** text to a tree that can be ticked */
  load(shape: Shape): unknown
  start(shape: Shape, listener: boolean): Subject
}

const library = new NodeLibrary()

/** This engine. */
export const graft: Engine = {
  name: 'graft',
  load: (shape) => open(shape),
  start(shape, listener) {
    const tree = open(shape)
    let changes = 0
    if (listener) tree.observe({ changed: () => void changes++ })
    return {
      tick() {
        const status = tree.tick()
        if (status !== 'SUCCESS') throw new Error(`the tree returned ${status}`)
      },
      changes: () => changes,
    }
  },
}

function open({ xml }: Shape): Tree {
  const doc = must(parseTree(xml, { file: 'bench.xml', library }), 'the document')
  return must(createTree(doc, new NodeRegistry(library), { clock: new VirtualClock() }), 'the tree')
}

/** The engine to compare with. */
export const mistreevous: Engine = {
  name: 'mistreevous',
  load: (shape) => new BehaviourTree(shape.mdsl, agent()),
  start(shape, listener) {
    let changes = 0
    const tree = new BehaviourTree(
      shape.mdsl,
      agent(),
      listener ? { onNodeStateChange: () => void changes++ } : {},
    )
    return {
      tick() {
        tree.step()
        if (tree.getState() !== State.SUCCEEDED) throw new Error(`the tree ended ${tree.getState()}`)
      },
      changes: () => changes,
    }
  },
}

function agent() {
  const board = { a: 0, b: 0, c: 0, d: 0 }
  return {
    Fail: () => State.FAILED,
    Succeed: () => State.SUCCEEDED,
    Step: () => {
      board.a = 3
      board.b = board.a * 2 + 1
      board.c = (board.b - board.a) * 0.5
      return State.SUCCEEDED
    },
    Test: () => board.a < board.b && board.c > 1,
    Before: () => board.a <= board.b,
    After: () => {
      board.d = board.c + 1
    },
  }
}
