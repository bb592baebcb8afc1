import { resolve } from 'node:path'
import type { Command } from 'commander'

export interface StoreOptions {
  readonly state?: string
  readonly json: boolean
}

export const withState = (command: Command): Command =>
  command
    .option('--state <dir>', 'the state folder of the service (default: $STATE_DIRECTORY, or .graft)')
    .option('--json', 'for machines: one JSON object a line', false)

/** systemd may name several, with colons between. */
export const stateFolder = (given: string | undefined): string =>
  resolve(given ?? ((process.env.STATE_DIRECTORY ?? '').split(':')[0] || '.graft'))

export async function openView(state: string | undefined) {
  const { StoreView } = await import('../../adapters/store/site/view-store.js')
  return StoreView.open(stateFolder(state))
}
