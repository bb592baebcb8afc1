import type { BridgeMessage, BridgeOp } from './protocol.js'

/**
 * A connection to rosbridge that is made again when it is lost. What happens on it is told to one listener, in order;
 * nothing is kept for later: an operation that cannot be sent now is not sent.
 */
export interface BridgeLink {
  readonly connected: boolean
  /** why it is not connected, in words; the last reason where it is */
  readonly why: string
  /** @returns false where there is no connection: nothing was sent */
  send(op: BridgeOp): boolean
  /** @param listener replaces an earlier one; is told at once when a connection stands already */
  listen(listener: BridgeListener): void
  /** Ends it for good. */
  close(): void
}

export interface BridgeListener {
  /** a new connection: nothing is subscribed or advertised on it yet */
  opened(): void
  /** @param why in words */
  closed(why: string): void
  received(message: BridgeMessage): void
}
