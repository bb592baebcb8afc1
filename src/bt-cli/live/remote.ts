import { Requester } from '#adapters/groot/requester.js'
import { readReply, textOf, writeRequest, type Reply, type RequestType } from '#bt-tools/monitor/protocol.js'
import { readOutline, type OutlineRow } from '#bt-tools/monitor/view/outline.js'
import { readStatus } from '#bt-tools/monitor/view/shown-status.js'
import { err, ok, type Result } from '#base/result.js'

/** The result of polling a remote tree once. */
export interface RemoteLook {
  readonly uuid: string
  /** only if the tree differs from that of the last poll */
  readonly rows: readonly OutlineRow[] | undefined
  /** status bytes by uid */
  readonly codes: ReadonlyMap<number, number>
}

/** A tree of graft or of BehaviorTree.CPP, read over the Groot2 protocol. Read-only. */
export class RemoteTree {
  readonly #requester: Requester
  #uuid: string | undefined
  #count = 0

  /** @param address `tcp://host:port` of the reply socket */
  constructor(address: string) {
    this.#requester = new Requester(address)
  }

  /** Polls the tree. @returns as text why there is nothing to show */
  async look(): Promise<Result<RemoteLook, string>> {
    const status = await this.#ask('S')
    if (!status.ok) return status
    const { uuid } = status.value
    const codes = readStatus(status.value.payload ?? NOTHING)
    if (uuid === this.#uuid) return ok({ uuid, rows: undefined, codes })
    const described = await this.#ask('T')
    if (!described.ok) return described
    if (described.value.uuid !== uuid) return err('the tree is being replaced')
    const rows = readOutline(textOf(described.value.payload ?? NOTHING))
    if (!rows.ok) return rows
    this.#uuid = uuid
    return ok({ uuid, rows: rows.value, codes })
  }

  close(): void {
    this.#requester.close()
  }

  async #ask(type: RequestType): Promise<Result<Reply, string>> {
    this.#count = (this.#count + 1) % 2 ** 32
    const answer = await this.#requester.ask(writeRequest(type, this.#count), PATIENCE_MS)
    if (!answer.ok) return answer
    const reply = readReply(answer.value)
    return 'problem' in reply ? err(reply.problem) : ok(reply)
  }
}

const NOTHING = new Uint8Array(0)
const PATIENCE_MS = 2000
