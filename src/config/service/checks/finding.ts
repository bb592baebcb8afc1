import type { SiteValues } from '../site-schema.js'

/** The parts of a configuration that have the right shape; a section that does not is not checked further. */
export type SiteDraft = { readonly [S in keyof SiteValues]?: SiteValues[S] | undefined }

/** A value that is valid alone but wrong, or suspicious, in combination with another. */
export interface Finding {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly message: string
  readonly path: readonly string[]
  readonly expected: string
  readonly got: string
  readonly hint: string
}

type Words = Pick<Finding, 'expected' | 'got' | 'hint'>

export const error = (code: string, message: string, path: readonly string[], words: Words): Finding => ({
  severity: 'error',
  code: `config.${code}`,
  message,
  path,
  ...words,
})

export const warning = (code: string, message: string, path: readonly string[], words: Words): Finding => ({
  ...error(code, message, path, words),
  severity: 'warning',
})
