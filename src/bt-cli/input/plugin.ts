import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'

/** A module named on the command line that implements node types in code. */
export interface Plugin {
  readonly file: string
  /** its default export; validated on registration */
  readonly exported: unknown
}

/** Loads a module, which runs its code. */
export async function loadPlugin(file: string): Promise<Result<Plugin, Diagnostic>> {
  const path = resolve(file)
  if (!existsSync(path))
    return err(broken(`there is no file ${file}`, 'give the path of a JavaScript module'))
  try {
    const module = (await import(pathToFileURL(path).href)) as { readonly default?: unknown }
    return ok({ file, exported: module.default })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    const hint = file.endsWith('.ts')
      ? 'compile it first: node runs JavaScript'
      : 'node cannot load it; try: node ' + file
    return err(broken(`${file} cannot be loaded: ${message}`, hint))
  }
}

const broken = (message: string, hint: string): Diagnostic => ({
  code: 'node.plugin',
  severity: 'error',
  message,
  hint,
})
