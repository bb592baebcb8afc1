import type { SiteConfig } from '#config/service/site-config.js'
import type { Machine } from './machine.js'

/** One line of `graft doctor`. */
export interface Finding {
  /** what was checked: `serial`, `camera`, `keys` … */
  readonly check: string
  /** `warn`: it works, but perhaps not for long or not as intended; `fail`: the robot cannot do its work */
  readonly state: 'ok' | 'warn' | 'fail'
  readonly text: string
  /** the fix, unless the state is `ok` */
  readonly mend?: string
}

export interface Patient {
  readonly config: SiteConfig
  readonly machine: Machine
  /** state of graft.service in systemd; undefined without systemd */
  readonly unit: UnitState | undefined
}

export interface UnitState {
  readonly loaded: boolean
  readonly enabled: boolean
  /** `active`, `failed`, `activating`, `inactive` */
  readonly active: string
  readonly result: string
  readonly restarts: number
  readonly reloadNeeded: boolean
  /** 0 if it is not running */
  readonly mainPid: number
}

/** A read-only check. */
export type Check = (patient: Patient) => Promise<readonly Finding[]> | readonly Finding[]

/** Constructors for the findings of one check. */
export function findings(check: string): {
  readonly ok: (text: string) => Finding
  readonly warn: (text: string, mend: string) => Finding
  readonly fail: (text: string, mend: string) => Finding
} {
  return {
    ok: (text) => ({ check, state: 'ok', text }),
    warn: (text, mend) => ({ check, state: 'warn', text, mend }),
    fail: (text, mend) => ({ check, state: 'fail', text, mend }),
  }
}

/** Whether the service is running: then ports and devices are in use, as they should be. */
export const isRunning = (unit: UnitState | undefined): boolean => unit?.active === 'active'
