import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

/** The languages in which a driver can be written for a start. */
export const LANGUAGES = ['python', 'javascript', 'typescript'] as const
export type Language = (typeof LANGUAGES)[number]

/** How a driver in a language is written down and started. */
export interface Flavour {
  /** the driver among the templates */
  readonly template: string
  /** its name in the new folder */
  readonly driver: string
  /** as robot.yaml gives it */
  readonly command: string
}

const FLAVOURS: Readonly<Record<Language, Flavour>> = {
  python: { template: 'driver.py', driver: 'driver.py', command: '[python3, driver.py]' },
  // one file is both: it needs no annotation, as parameters are typed by their declaration
  javascript: { template: 'driver.ts', driver: 'driver.js', command: '[node, driver.js]' },
  typescript: { template: 'driver.ts', driver: 'driver.ts', command: '[node, driver.ts]' },
}

/**
 * @param runsTypeScript whether the Node.js of this computer does: `process.features.typescript`, unknown to older ones
 */
export function flavourOf(language: Language, runsTypeScript: boolean): Result<Flavour, Diagnostic> {
  if (language !== 'typescript' || runsTypeScript) return ok(FLAVOURS[language])
  return err({
    code: 'new.language',
    severity: 'error',
    message: 'this Node.js does not run TypeScript files',
    expected: 'Node.js 22.18 or newer, for --language typescript',
    got: process.version,
    hint: 'use --language javascript: it is the same file, and editors check its types all the same',
  })
}
