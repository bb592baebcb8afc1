import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeDurably } from '#adapters/files/durable-file.js'
import { makeFolders } from '#adapters/files/make-folders.js'
import { assertNever } from '#base/result.js'
import type { Action } from './plan.js'

/** What an action did, or would do. */
export interface Done {
  readonly text: string
  /** why the command failed; the installation continues */
  readonly failed?: string
}

export function carryOut(action: Action, dryRun: boolean): Done {
  switch (action.do) {
    case 'write': {
      const before = existsSync(action.path) ? readFileSync(action.path, 'utf8') : undefined
      const verb = before === undefined ? 'write' : before === action.text ? 'same ' : 'renew'
      if (!dryRun && before !== action.text) place(action)
      return { text: `${verb}  ${action.path}  (${action.why})` }
    }
    case 'keep': {
      if (existsSync(action.path)) return { text: `keep   ${action.path}  (yours)` }
      if (!dryRun) place(action)
      return { text: `write  ${action.path}  (${action.why})` }
    }
    case 'remove': {
      if (!existsSync(action.path)) return { text: `gone   ${action.path}` }
      if (!dryRun) rmSync(action.path, { recursive: true })
      return { text: `remove ${action.path}  (${action.why})` }
    }
    case 'run': {
      const text = `run    ${action.command.join(' ')}  (${action.why})`
      if (dryRun) return { text }
      const [program = '', ...args] = action.command
      const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8' })
      if (error === undefined && status === 0) return { text }
      const why = error?.message ?? (stderr.trim().split('\n').at(-1) || `exit code ${status}`)
      return { text, failed: `${action.command.join(' ')}: ${why}` }
    }
    default:
      return assertNever(action)
  }
}

function place({
  path,
  mode,
  text,
}: {
  readonly path: string
  readonly mode: number
  readonly text: string
}): void {
  makeFolders(dirname(path))
  writeDurably(path, text)
  chmodSync(path, mode)
}
