import type { TickStatus } from '#bt/status.js'
import { HookGate } from '#bt-tools/monitor/hooks/gate.js'
import { packBlackboards } from '#bt-tools/monitor/blackboards.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import { shareMemory } from '#bt-tools/monitor/memory.js'
import { Probe } from '#bt-tools/monitor/probe.js'
import { writeHit, type Frames } from '#bt-tools/monitor/protocol.js'
import { Responder } from '#bt-tools/monitor/responder.js'
import { goldenTree } from './golden-tree.js'

/** What happened between a client and the reference's executor, in order. */
export type Entry =
  | { readonly op: 'request'; readonly name: string; readonly request: string[]; readonly reply: string[] }
  | { readonly op: 'executor'; readonly command: string; readonly said: string | string[] }
  | { readonly op: 'published'; readonly frames: string[] }
  | { readonly op: 'silence'; readonly ms: number }

/** What our side did at one entry, as the entry would have said it. */
export interface Outcome {
  readonly entry: Entry
  readonly ours: readonly string[]
  readonly golden: readonly string[]
}

export const UUID = new Uint8Array(16).fill(0xee)

/**
 * Replays the recorded conversation on our engine, without sockets and threads: where the reference's tick stood at a
 * breakpoint while the conversation went on, our tick's waiting is what carries the conversation on.
 */
export class Replay {
  readonly outcomes: Outcome[] = []
  readonly #entries: readonly Entry[]
  readonly #onCommand: (command: string, rig: Rig) => void
  #rig: Rig
  #at = 0
  #background: TickStatus | undefined

  constructor(entries: readonly Entry[], onCommand: (command: string, rig: Rig) => void) {
    this.#entries = entries
    this.#onCommand = onCommand
    this.#rig = this.#start(false)
  }

  run(): void {
    while (this.#next());
  }

  #start(externalRoot: boolean): Rig {
    return new Rig(externalRoot, () => this.#next())
  }

  #next(): boolean {
    const entry = this.#entries[this.#at++]
    if (entry === undefined) return false
    const [ours, golden] = this.#play(entry)
    this.outcomes.push({ entry, ours, golden })
    return true
  }

  #play(entry: Entry): [ours: readonly string[], golden: readonly string[]] {
    const rig = this.#rig
    switch (entry.op) {
      case 'request': {
        const ours = rig.request(entry.request.map((hex) => new Uint8Array(Buffer.from(hex, 'hex'))))
        if (entry.name === 'hook_insert_before_silence') rig.pass(800)
        if (entry.name === 'hooks_dump_after_silence') rig.pass(100)
        return [ours, entry.reply]
      }
      case 'published':
        return [rig.hits.splice(0, 1).flat(), entry.frames]
      case 'silence':
        return [rig.hits.flat(), []]
      case 'executor':
        this.#onCommand(entry.command, rig)
        return [this.#command(entry.command, rig), [entry.said].flat()]
    }
  }

  #command(command: string, rig: Rig): string[] {
    const [word = '', argument] = command.split(' ')
    switch (word) {
      case 'tick':
        return [`tick ${rig.tree.tick()}`]
      case 'bg': {
        // entries up to the one that lets the tick go on are played inside of it
        this.#background = rig.tree.tick()
        return ['bgstarted']
      }
      case 'join':
        return [`bgdone ${this.#background}`, 'joined']
      case 'halt':
        rig.tree.halt()
        return ['halted']
      case 'hb':
        rig.patience(Number(argument))
        return ['hb']
      case '(restart,':
        this.#rig = this.#start(true)
        return ['']
      default:
        return [command]
    }
  }
}

/** Our executor around the golden tree. */
export class Rig {
  readonly tree
  readonly library
  readonly hits: string[][] = []
  readonly #responder: Responder
  #now = 1_000_000

  constructor(externalRoot: boolean, next: () => boolean) {
    const { tree, library } = goldenTree(externalRoot)
    this.tree = tree
    this.library = library
    this.#responder = new Responder({ hooks: true, silenceMs: 5000 })
    const memory = shareMemory(tree.subtrees.flatMap(({ nodes }) => nodes.map(({ uid }) => uid)))
    this.#responder.publish({ memory, xml: instanceXml(tree.subtrees, library), uuid: UUID })
    tree.observe(new Probe(memory, () => this.usec()))
    const gate = new HookGate(memory, { hit: (uid) => this.hits.push(hex(writeHit(uid, 0))), wait: next })
    for (const node of tree.nodes) node.hook = gate
  }

  /** microseconds since the epoch; a few pass at each question */
  usec(): number {
    this.#now += 0.017
    return 1000 * this.#now
  }

  patience(ms: number): void {
    this.#responder.silenceMs = ms
  }

  pass(ms: number): void {
    this.#now += ms
    this.#responder.heartbeat(this.#now, false)
  }

  request(frames: Frames): string[] {
    const answer = this.#responder.answer(frames, this.usec())
    const reply = answer.kind === 'reply' ? answer.frames : answer.reply(this.#blackboards(answer.names))
    this.#responder.heartbeat(this.#now, true)
    return hex(reply)
  }

  #blackboards(names: readonly string[]): Uint8Array | string {
    const packed = packBlackboards(this.tree.subtrees, names)
    return packed.ok ? packed.value : packed.error
  }
}

const hex = (frames: Frames): string[] => frames.map((frame) => Buffer.from(frame).toString('hex'))
