import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, NodePath, NodeSpec, TreeDef, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { childPath, mainTree, nodeLabel, treeById } from '#bt/paths.js'
import { compileScript, type Script } from '#bt/script/compile.js'
import type { Enums } from '#bt/value/types.js'
import { problem, valueLocation } from '#bt/problem.js'
import type { Compat } from '#bt/compat.js'
import { BlackboardError, type Blackboard } from '#bt/blackboard.js'
import { Conditions, POSTCONDITIONS, PRECONDITIONS, type ConditionName } from '#bt/node/conditions.js'
import { pointerKey } from '#bt/attributes.js'
import { Ports } from '#bt/node/ports.js'
import { subtreeBlackboard } from './subtree-blackboard.js'
import type { Substitute, Substitution } from './substitution.js'

/** The environment a tree will run in, before any node is created. */
export interface InstanceFrame {
  readonly library: NodeLibrary
  readonly enums: Enums
  readonly compat: Compat
  readonly blackboard: Blackboard
  readonly substitution?: Substitution
}

/** One node of the running tree with everything the document states about it. */
export interface NodePlan {
  readonly uid: number
  readonly def: NodeDef
  readonly path: NodePath
  readonly fullPath: string
  readonly label: string
  readonly name: string
  readonly ports: Ports
  readonly conditions: Conditions | undefined
  readonly children: readonly NodePlan[]
  /** what replaces it in a test */
  readonly substitute: Substitute | undefined
}

/** One expanded tree: the main tree, or the tree that a SubTree node names. */
interface SubtreePlan {
  readonly treeId: string
  /** `''` for the main tree, else the full path of the SubTree node */
  readonly instance: string
  readonly blackboard: Blackboard
  /** uids of its nodes, without those of the trees inside it */
  readonly uids: readonly number[]
}

export interface InstancePlan {
  readonly root: NodePlan
  readonly subtrees: readonly SubtreePlan[]
  readonly problems: readonly Diagnostic[]
}

/**
 * Expands every SubTree, numbers the nodes, links the blackboards, declares the entries that typed ports point to, and
 * compiles the scripts. Everything that can fail before the first tick fails here, and all problems are reported
 * together.
 */
export function planInstance(doc: TreeDoc, frame: InstanceFrame): InstancePlan | undefined {
  const main = mainTree(doc)
  return main === undefined ? undefined : new Planner(doc, frame).plan(main)
}

interface Level {
  readonly blackboard: Blackboard
  readonly instance: string
  readonly uids: number[]
}

class Planner {
  readonly #doc: TreeDoc
  readonly #frame: InstanceFrame
  readonly #problems: Diagnostic[] = []
  readonly #subtrees: SubtreePlan[] = []
  #count = 0

  constructor(doc: TreeDoc, frame: InstanceFrame) {
    this.#doc = doc
    this.#frame = frame
  }

  plan(main: TreeDef): InstancePlan {
    const root = this.#open(main, { path: '/', instance: '', blackboard: this.#frame.blackboard })
    return { root, subtrees: this.#subtrees, problems: this.#problems }
  }

  #open(tree: TreeDef, at: { path: NodePath; instance: string; blackboard: Blackboard }): NodePlan {
    const { instance, blackboard } = at
    const uids: number[] = []
    this.#subtrees.push({ treeId: tree.id, instance, blackboard, uids })
    return this.#node(tree.root, at.path, { blackboard, instance, uids })
  }

  #node(def: NodeDef, path: NodePath, level: Level): NodePlan {
    const uid = ++this.#count
    level.uids.push(uid)
    const spec = this.#spec(def)
    const type = def.kind === 'subtree' ? (def.attrs['ID'] ?? '') : def.id
    const name = def.attrs['name'] ?? type
    const prefix = prefixOf(level)
    // a name that repeats the type does not identify the node, so the uid is appended
    const fullPath = prefix + (name === type ? `${type}::${uid}` : name)
    const label = nodeLabel(def)
    const ports = this.#ports(def, spec, level.blackboard)
    const conditions = this.#conditions(def, level.blackboard)
    const substitute = this.#frame.substitution?.of({ name, id: def.id, fullPath })
    const children = this.#children({ def, path, fullPath }, level, substitute)
    // no spread here: it would cost more than the rest of loading
    return { uid, def, path, fullPath, label, name, ports, conditions, substitute, children }
  }

  #children(
    { def, path, fullPath }: { def: NodeDef; path: NodePath; fullPath: string },
    level: Level,
    substitute: Substitute | undefined,
  ): NodePlan[] {
    if (def.kind === 'subtree') {
      if (substitute !== undefined) return []
      // as in the reference, the tree inside is named after the node even when that name repeats the ID
      const instance = def.attrs['name'] === undefined ? fullPath : prefixOf(level) + def.attrs['name']
      return this.#inside(def, { path, instance, blackboard: level.blackboard })
    }
    return def.children.map((child, index) => this.#node(child, childPath(path, index), level))
  }

  #spec(def: NodeDef): NodeSpec {
    return this.#frame.library.get(def.id) ?? { id: def.id, kind: def.kind, description: '', ports: [] }
  }

  #inside(def: NodeDef, at: { path: NodePath; instance: string; blackboard: Blackboard }): NodePlan[] {
    const tree = treeById(this.#doc, def.attrs['ID'] ?? '')
    if (tree === undefined) return []
    if (this.#subtrees.some((known) => known.instance === at.instance)) {
      const hint = 'give the SubTrees different names'
      this.#problems.push(
        problem(def, 'bt.duplicate-path', `two SubTrees are called ${at.instance}`, {
          where: valueLocation(def, 'name'),
          hint,
        }),
      )
    }
    const model = this.#doc.models?.find(({ id }) => id === tree.id) ?? this.#frame.library.subtree(tree.id)
    const { blackboard, problems } = subtreeBlackboard(def, {
      parent: at.blackboard,
      model,
      compat: this.#frame.compat,
    })
    this.#problems.push(...problems)
    return [this.#open(tree, { path: childPath(at.path, 0), instance: at.instance, blackboard })]
  }

  #ports(def: NodeDef, spec: NodeSpec, blackboard: Blackboard): Ports {
    const texts = new Map<string, string>()
    // last port first, as in the reference: the order matters when two ports of one node point to the same new entry
    for (const { name, type, default: fallback } of spec.ports.toReversed()) {
      const written = def.attrs[name]
      if (written !== undefined) this.#declare(def, { port: name, text: written, type }, blackboard)
      const text = written ?? fallback
      if (text !== undefined) texts.set(name, text)
    }
    return new Ports(texts, { spec, blackboard, enums: this.#frame.enums })
  }

  /** Declares the entry that a port points to with the port's type; two types on one entry are an error. */
  #declare(
    def: NodeDef,
    at: { port: string; text: string; type: NodeSpec['ports'][number]['type'] },
    blackboard: Blackboard,
  ): void {
    const key = pointerKey(at.text, at.port)
    if (key === undefined) return
    const type = this.#frame.library.types.of(at.type)
    const known = blackboard.entry(key)?.type
    // any port may use an entry that a text port created: readers convert
    if (
      known !== undefined &&
      (!known.strong || !type.strong || known.name === type.name || known.name === 'string')
    ) {
      return
    }
    const where = valueLocation(def, at.port)
    if (known === undefined) {
      this.#attempt(
        () => blackboard.declare(key, type),
        (message) =>
          problem(def, 'bt.key', message, { where, hint: 'one @ in front means the outermost blackboard' }),
      )
      return
    }
    this.#problems.push(
      problem(def, 'bt.port-conflict', `{${key}} is a ${known.name} elsewhere in this tree`, {
        where,
        expected: known.name,
        got: type.name,
        hint: 'use another key, or ports of one type',
      }),
    )
  }

  #attempt(declare: () => unknown, complain: (message: string) => Diagnostic): void {
    try {
      declare()
    } catch (cause) {
      if (!(cause instanceof BlackboardError)) throw cause
      this.#problems.push(complain(cause.message))
    }
  }

  #conditions(def: NodeDef, blackboard: Blackboard): Conditions | undefined {
    const scripts: Partial<Record<ConditionName, Script>> = {}
    for (const name of CONDITIONS) {
      const source = def.attrs[name]
      if (source === undefined) continue
      const compiled = compileScript(source, { compat: this.#frame.compat })
      if (compiled.ok) {
        scripts[name] = compiled.value
        continue
      }
      for (const { message, hint } of compiled.error) {
        const more = hint === undefined ? {} : { hint }
        const where = valueLocation(def, name)
        this.#problems.push(problem(def, 'bt.script', `${name}: ${message}`, { where, ...more }))
      }
    }
    if (Object.keys(scripts).length === 0) return undefined
    return new Conditions(scripts, { blackboard, enums: this.#frame.enums })
  }
}

/** The prefix of the node names of one expanded tree. */
const prefixOf = ({ instance }: Level): string => (instance === '' ? '' : `${instance}/`)

const CONDITIONS: readonly ConditionName[] = [...PRECONDITIONS, ...POSTCONDITIONS]
