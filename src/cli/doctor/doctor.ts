import type { Check, Finding, Patient, UnitState } from './check.js'
import { camera } from './checks/camera.js'
import { clock } from './checks/clock.js'
import { computer } from './checks/computer.js'
import { controller } from './checks/controller.js'
import { journal, program } from './checks/program.js'
import { keys } from './checks/keys.js'
import { models } from './checks/models.js'
import { ports } from './checks/ports.js'
import { realtime } from './checks/realtime.js'
import { serial } from './checks/serial.js'
import { state } from './checks/state.js'
import { unit } from './checks/unit.js'
import type { Machine } from './machine.js'

/** In diagnostic order: what other checks depend on comes first. */
export const CHECKS: Readonly<Record<string, Check>> = {
  program,
  computer,
  unit,
  realtime,
  serial,
  camera,
  models,
  keys,
  state,
  ports,
  clock,
  journal,
}

/** Runs all read-only checks; with `probe`, also queries the controller. */
export async function examine(
  patient: Patient,
  options: { readonly probe: boolean },
): Promise<readonly Finding[]> {
  const all = options.probe ? { ...CHECKS, controller } : CHECKS
  const found: Finding[] = []
  for (const [id, check] of Object.entries(all)) {
    try {
      found.push(...(await check(patient)))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      found.push({
        check: id,
        state: 'fail',
        text: `the check failed: ${why}`,
        mend: 'please report this',
      })
    }
  }
  return found
}

const PROPERTIES = 'LoadState,ActiveState,UnitFileState,Result,NRestarts,NeedDaemonReload,MainPID'

/** @returns undefined if there is no systemd */
export async function unitState(machine: Pick<Machine, 'run'>): Promise<UnitState | undefined> {
  const answer = await machine.run('systemctl', ['show', 'graft.service', '-p', PROPERTIES])
  if (answer === undefined || answer.code !== 0) return undefined
  const of = new Map(
    answer.out.split('\n').map((line): [string, string] => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1).trim()]
    }),
  )
  return {
    loaded: of.get('LoadState') === 'loaded',
    enabled: of.get('UnitFileState') === 'enabled',
    active: of.get('ActiveState') ?? 'inactive',
    result: of.get('Result') ?? '',
    restarts: Number(of.get('NRestarts') ?? 0),
    reloadNeeded: of.get('NeedDaemonReload') === 'yes',
    mainPid: Number(of.get('MainPID') ?? 0),
  }
}
