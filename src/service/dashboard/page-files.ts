import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BodyReply } from '#adapters/http/reply.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'

/** Plain modules that the browser loads as they are: nothing is built. */
export const PAGE_FOLDER = 'src/service/dashboard/page'
/** with the drawing of the field, which the report has as well */
const FOLDERS = [PAGE_FOLDER, 'src/app/world/field/page']

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}

/** Reads the page's own files by path, once: no other file can be requested. */
export function readPageFiles(): Result<ReadonlyMap<string, BodyReply>, Diagnostic> {
  try {
    const files = FOLDERS.map(projectFile).flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => extname(name) in TYPES)
        .map((name) => [name === 'index.html' ? '/' : `/${name}`, fileReply(folder, name)] as const),
    )
    return ok(new Map(files))
  } catch (error) {
    return err({
      code: 'dashboard.page-missing',
      severity: 'error',
      message: 'the files of the web page are missing',
      got: error instanceof Error ? error.message : String(error),
      hint: 'reinstall graft, or set dashboard.enabled to false',
    })
  }
}

function fileReply(folder: string, name: string): BodyReply {
  const body = readFileSync(join(folder, name), 'utf8')
  const type = TYPES[extname(name)] as string
  return { kind: 'body', status: 200, type, body, etag: sha256(body).slice(0, 16) }
}
