import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { PAGE_FOLDER, readPageFiles } from '#service/dashboard/page-files.js'
import { must } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'

const files = must(readPageFiles(), 'the page')
const folder = projectFile(PAGE_FOLDER)
const text = (path: string): string => String(files.get(path)?.body)

describe('dashboard: the page as files', () => {
  it('every file that the page names is there, and none is left over', () => {
    const named = new Set(['/', '/icon.svg'])
    for (const [, path] of text('/').matchAll(/(?:href|src)="(\/[\w.-]+)"/g)) named.add(path as string)
    for (const [path, { body }] of files) {
      if (!path.endsWith('.js')) continue
      for (const [, name] of String(body).matchAll(/from '\.\/([\w.-]+)'/g)) named.add(`/${name}`)
    }
    expect(named.size).toBeGreaterThanOrEqual(18)
    expect([...files.keys()].sort()).toEqual([...named].sort())
  })

  it('names no other computer, makes no markup, and has no script or style inside it', () => {
    expect(files.size).toBeGreaterThanOrEqual(18)
    for (const [path, { body }] of files) {
      const outside = String(body).match(/(?:https?:)?\/\/[a-z][^\s'"]*/g) ?? []
      expect([path, outside.filter((url) => !url.startsWith('http://www.w3.org/'))]).toEqual([path, []])
      expect(String(body)).not.toMatch(
        /innerHTML|outerHTML|insertAdjacent|document\.write|DOMParser|\beval\b/,
      )
      expect(String(body)).not.toMatch(/@import|url\(/)
    }
    expect(text('/')).not.toMatch(/<style|<script(?![^>]*src=)|\sstyle=|\son\w+=/)
  })

  it('its modules have the types that the service sends', () => {
    const config = ts.parseJsonConfigFileContent(
      ts.readConfigFile(join(folder, 'jsconfig.json'), (path) => readFileSync(path, 'utf8')).config,
      ts.sys,
      folder,
    )
    expect(config.fileNames.length).toBeGreaterThanOrEqual(12)
    const program = ts.createProgram(config.fileNames, config.options)
    const problems = ts.getPreEmitDiagnostics(program)
    expect(
      problems.map(
        ({ file, messageText }) =>
          `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      ),
    ).toEqual([])
  }, 60_000)
})
