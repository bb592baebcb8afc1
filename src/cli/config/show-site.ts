import { knownKeys } from '#config/service/words/known-keys.js'
import { valueAt } from '#documents/value-text.js'
import type { Site } from '#config/service/site-config.js'

/** Source of a value. */
export type Origin = 'file' | 'default' | '$STATE_DIRECTORY'

/** The source of every key's value; keys are written as `camera.fps`. */
export const originOf = ({ written }: Pick<Site, 'written'>): Readonly<Record<string, Origin>> =>
  Object.fromEntries([...knownKeys().keys()].map((name) => [name, origin(name, written)]))

/** The effective configuration as valid YAML, with the values set by the file marked. */
export function showSite(site: Site, file: string | undefined): string {
  const lines = [`# ${file ?? 'no file: the defaults'}`]
  let section: string | undefined
  for (const [name, { path }] of knownKeys()) {
    const [first = '', key] = path
    if (key !== undefined && first !== section) lines.push(`${first}:`)
    section = first
    const text = `${key === undefined ? first : `  ${key}`}: ${yaml(valueAt(site.config, path))}`
    lines.push(`${text.padEnd(48)} # ${origin(name, site.written)}`)
  }
  return lines.join('\n')
}

function origin(name: string, written: (name: string) => boolean): Origin {
  if (written(name)) return 'file'
  return name === 'store.dir' && (process.env.STATE_DIRECTORY ?? '') !== '' ? '$STATE_DIRECTORY' : 'default'
}

/** A value in YAML: JSON is valid YAML, and plain words need no quotes. */
const yaml = (value: unknown): string =>
  typeof value === 'string' && /^[a-zA-Z/][\w./:,-]*$/.test(value) && !/^(true|false|null)$/i.test(value)
    ? value
    : JSON.stringify(value)
