import { readFileSync } from 'node:fs'

const UNIT = new URL('../systemd/graft.service', import.meta.url)

/** The flags of Node with which the unit starts the service. @throws Error when the unit says it in another way */
export function unitFlags(): readonly string[] {
  const flags = /^ExecStart=\/usr\/bin\/node ((?:--\S+ )+)/m.exec(readFileSync(UNIT, 'utf8'))?.[1]
  if (flags === undefined) throw new Error(`${UNIT.pathname}: ExecStart= has no flags of Node`)
  return flags.trim().split(' ')
}
