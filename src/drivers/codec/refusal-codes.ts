import type { RefusalCode } from '../contract.js'

/** The error codes of refusals (docs/DRIVER.md), in the range that JSON-RPC leaves to applications. */
export const REFUSAL_CODES: Readonly<Record<RefusalCode, number>> = {
  contract: -32001,
  'no-session': -32002,
  safe: -32003,
  busy: -32004,
  'repeated-id': -32005,
  'used-permit': -32006,
  expired: -32007,
  'unknown-skill': -32008,
  'bad-params': -32602,
  failed: -32000,
}

/** @returns `failed` for a code that this version does not know: a refusal stays a refusal */
export const refusalOf = (code: number): RefusalCode => byNumber.get(code) ?? 'failed'

const byNumber = new Map(Object.entries(REFUSAL_CODES).map(([reason, code]) => [code, reason as RefusalCode]))
