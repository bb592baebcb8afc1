import { VirtualClock } from '#base/clock.js'
import { maskBits, type FieldMap, type Pose } from '#base/field-map.js'
import type { Result } from '#base/result.js'
import { LinkSession } from '#link/link-session.js'
import { ProtocolChecker } from '#link/protocol-checker.js'
import { WireObserver } from '#link/wire-observer.js'
import { Drive } from '#robots/field/drive.js'
import { fieldPermits, type FieldPermits } from '#twin/field/judge.js'
import type { Permit, PermitError } from '#twin/permit.js'
import type { Command, WorldState } from '#twin/field/world.js'
import { SchemaWitness, type Witnessed } from '../../robots/support/schema-witness.js'
import { YesFirmware } from '../../robots/support/yes-firmware.js'

const SESSION = 0x51

/**
 * Office, drive and link session, and on the wire two witnesses who know nothing of each other: one decodes by
 * `schema.json` alone and asks the ledger, the other judges law 2 by the frames alone.
 */
export class TappedDrive {
  readonly clock = new VirtualClock()
  readonly office: FieldPermits
  readonly drive: Drive
  /** which command a permit may appear with; everything else on the wire is unpermitted */
  readonly ledger = new Map<number, Command>()
  /** what was on the wire and should not have been */
  readonly unpermitted: string[] = []
  /** actuations on the wire by kind, repeats not counted */
  readonly actuations: Record<string, number> = {}
  readonly #session = new LinkSession({ clock: this.clock, sessionId: SESSION })
  readonly #witness = new SchemaWitness()
  readonly #observer = new WireObserver()
  readonly #checker = new ProtocolChecker()
  readonly #far: YesFirmware | undefined
  readonly #byId = new Map<number, string>()
  readonly #spent = new Set<number>()
  #lastTelemetry = 0

  /** @param answers false: a far end that never says a word, so that the link does not come up */
  constructor(map: FieldMap, answers = true) {
    this.office = fieldPermits(map)
    this.drive = new Drive(this.office, this.#session)
    this.#far = answers ? new YesFirmware(SESSION) : undefined
    while (answers && this.#session.status !== 'up') {
      this.exchange()
      this.clock.advance(1)
    }
  }

  /** What the host has to say, judged by the witnesses, answered by the far end. */
  exchange(): void {
    this.#session.allowHeartbeat()
    this.#session.poll()
    const bytes = this.#session.takeBytes()
    for (const observed of this.#observer.observe('toFirmware', bytes)) {
      for (const { kind, got } of this.#checker.observe(observed))
        this.unpermitted.push(`${kind}: ${JSON.stringify(got)}`)
    }
    const messages = this.#witness.read(bytes)
    for (const message of messages) {
      if (message.kind === 'actuation' || message.kind === 'stream') this.#judge(message)
      if (this.#far !== undefined) this.#session.feed(this.#far.answer(message))
    }
    if (this.#far === undefined || this.clock.now() - this.#lastTelemetry < 20) return
    this.#lastTelemetry = this.clock.now()
    this.#session.feed(this.#far.telemetry())
  }

  /** Hands it to the drive, as the gate does. */
  present(command: Command, permit: Permit, state: WorldState): Result<unknown, PermitError> {
    const now = this.clock.now()
    return command.kind === 'jog'
      ? this.drive.stream(command, permit, state, now)
      : this.drive.execute(command, permit, state, now)
  }

  /** Long enough for what waits in the queue to leave. */
  drain(): void {
    for (let i = 0; i < 50; i++) {
      this.clock.advance(20)
      this.exchange()
    }
  }

  get unreadable(): number {
    return this.#witness.unreadable + this.#observer.unreadable
  }

  #judge(message: Witnessed): void {
    const text = JSON.stringify(message)
    const { permitId = 0 } = message.fields
    // a setpoint has no id: no two may be alike in their permits
    const { cmdId = -permitId } = message.fields
    const first = message.kind === 'stream' ? undefined : this.#byId.get(cmdId)
    // a repeat carries the id of its first sending, and the same bytes: the firmware executes it once
    if (first === text) return
    this.#byId.set(cmdId, text)
    this.actuations[message.name] = (this.actuations[message.name] ?? 0) + 1
    const command = this.ledger.get(permitId)
    const own = command !== undefined && says(message, command)
    if (!own || first !== undefined || this.#spent.has(permitId)) this.unpermitted.push(text)
    this.#spent.add(permitId)
  }
}

/** Is the frame this very command, kind and every number? */
function says({ name, fields }: Witnessed, command: Command): boolean {
  switch (command.kind) {
    case 'move':
      return name === 'MoveTo' && same(fields, command.pose)
    case 'push':
      return name === 'Push' && same(fields, command.to)
    case 'grip':
      return name === 'Grip' && fields['mask'] === maskBits(command.mask)
    case 'release':
      return name === 'Release' && fields['mask'] === maskBits(command.mask)
    case 'rotate':
      return name === 'Rotate' && fields['mask'] === maskBits(command.mask)
    case 'jog':
      return (
        name === 'SetVelocity' &&
        (['vx', 'vy', 'wz'] as const).every((axis) => fields[axis] === Math.fround(command[axis])) &&
        fields['ttlMs'] === command.ttl
      )
  }
}

const same = (fields: Witnessed['fields'], { x, y, theta }: Pose): boolean =>
  fields['x'] === Math.fround(x) && fields['y'] === Math.fround(y) && fields['theta'] === Math.fround(theta)
