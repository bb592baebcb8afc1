import type { SiteConfig } from '#config/service/site-config.js'
import type { Machine } from './machine.js'

/** One line of `graft doctor`. */
export interface Finding {
  /** what was looked at: `serial`, `camera`, `keys` … */
  readonly check: string
  /** `warn`: it works and may not for long, or not as meant; `fail`: the robot cannot do its work */
  readonly state: 'ok' | 'warn' | 'fail'
  readonly text: string
  /** what to do, for anything but `ok` */
  readonly mend?: string
}

export interface Patient {
  readonly config: SiteConfig
  readonly machine: Machine
  /** what systemd says of graft.service; undefined without systemd */
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
  /** 0 when it does not run */
  readonly mainPid: number
}

/** Looks, changes nothing. */
export type Check = (patient: Patient) => Promise<readonly Finding[]> | readonly Finding[]

/** Findings of one check. */
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

/** Does the service hold what it needs now? Then ports and devices are taken, and that is right. */
export const isRunning = (unit: UnitState | undefined): boolean => unit?.active === 'active'
