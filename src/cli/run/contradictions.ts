import type { Diagnostic } from '#base/diagnostic.js'
import { SHOWN_COLOURS, showsColours } from '#base/field-settings.js'
import { canonicalJson, type Json } from '#base/hash.js'
import type { RunManifest } from '#learning/manifest.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { fieldToJson, unplugText } from '#app/run-folder/field-manifest.js'
import type { RunOptions } from '#app/command-line/options.js'

/**
 * Lists options given with `--resume` that contradict the run: a run changed midway yields no valid result, and an
 * option must not be ignored silently.
 */
export function contradictions(
  options: RunOptions,
  manifest: RunManifest,
  asked: { readonly fields: readonly FieldSetup[]; readonly treeHash: string },
): Diagnostic[] {
  const { given = new Set() } = options
  const isReal = manifest.faults === 'real'
  const rows: readonly (readonly [name: keyof RunOptions, flag: string, was: unknown, now: unknown])[] = [
    ['field', '--field', manifest.field.id, options.field],
    ['fields', '--fields', setupOf(manifest.field.setup), sameField(manifest, asked.fields)],
    ['seed', '--seed', manifest.seed, options.seed],
    ['episodes', '--episodes', manifest.episodes, options.episodes],
    ['tree', '--tree', manifest.policy.hash, asked.treeHash],
    ['actor', '--actor', manifest.actor, options.actor],
    ['faults', '--faults', manifest.faults, options.faults],
    [SHOWN_COLOURS.key, SHOWN_COLOURS.flag, showsColours(manifest), showsColours(options)],
    ['strictAlg1', '--strict-alg1', manifest.strictAlg1, options.strictAlg1],
    ['untilClean', '--until-clean', manifest.untilClean === true, options.untilClean === true],
    ['ground', '--ground', manifest.ground ?? 'ideal', options.ground],
    ['scanner', '--scanner', manifest.scanner ?? 'none', options.scanner],
    ['line', '--line', manifest.line ?? 'none', options.line],
    ['inject', '--inject', manifest.inject ?? 'none', options.inject && unplugText(options.inject)],
  ]
  const other = rows
    .filter(([name, , was, now]) => given.has(name) && was !== now)
    .map(([, flag, was, now]) => contradiction(manifest.key, flag, was, now))
  if (isReal === (options.serial !== undefined)) return other
  return [
    ...other,
    isReal
      ? contradiction(manifest.key, '--serial', 'the device of a real controller', 'no --serial')
      : contradiction(manifest.key, '--serial', 'the virtual robot', options.serial),
  ]
}

export function contradiction(key: string, flag: string, was: unknown, now: unknown): Diagnostic {
  return {
    code: 'run.contradicts',
    severity: 'error',
    message: `run ${key} was started with a different ${flag}`,
    expected: short(was),
    got: short(now),
    hint: 'omit the option to continue that run as it is, or omit --resume to start a new one',
  }
}

const short = (value: unknown): string => {
  const text = String(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

const setupOf = (setup: unknown): string => canonicalJson(setup as Json)

/** The run's field if the file contains it, else all the fields in the file. */
function sameField(manifest: RunManifest, fields: readonly FieldSetup[]): string {
  const named = fields.find(({ map }) => map.id === manifest.field.id)
  return named === undefined
    ? `the fields ${fields.map(({ map }) => map.id).join(', ')}`
    : setupOf(fieldToJson(named))
}
