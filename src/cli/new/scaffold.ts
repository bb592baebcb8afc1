import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFile } from '#documents/read-text-file.js'
import { wordOf } from './folder-name.js'
import type { Flavour } from './languages.js'
import type { NewEntry } from './write-folder.js'

/** What `graft new` makes, with the name that stands in its templates for the user's. */
const PLACEHOLDERS = { world: 'courier', robot: 'rover' } as const
export type Kind = keyof typeof PLACEHOLDERS

/** The files of a new folder: those of its kind, those that every kind has, and what its driver imports. */
export function scaffold(kind: Kind, name: string, flavour: Flavour): readonly NewEntry[] {
  const own = projectFile(join('templates', kind))
  const both = projectFile(join('templates', 'both'))
  const files = [
    ...filesIn(own).filter((path) => !path.startsWith('driver.') || path === flavour.template),
    ...filesIn(both),
  ]
  const entries = files.map((path): NewEntry => {
    const text = readFileSync(join(filesIn(both).includes(path) ? both : own, path), 'utf8')
    const named = path === flavour.template ? flavour.driver : path
    return { path: named, text: adapted(text, { path, kind, name, flavour }) }
  })
  return [...entries, ...libraryOf(flavour)].sort((a, b) => (a.path < b.path ? -1 : 1))
}

function adapted(
  text: string,
  {
    path,
    kind,
    name,
    flavour,
  }: { readonly path: string; readonly kind: Kind; readonly name: string; readonly flavour: Flavour },
): string {
  // pages speak of the folder, documents and programs of the word in them
  const shown = path.endsWith('.md') ? name : wordOf(name)
  return text
    .replaceAll('[python3, driver.py]', flavour.command)
    .replaceAll('driver.py', flavour.driver)
    .replaceAll(new RegExp(`\\b${PLACEHOLDERS[kind]}\\b`, 'g'), shown)
}

/** The helper of a driver in Python; in JavaScript a link to this graft, as npm would make it from package.json. */
function libraryOf({ template }: Flavour): readonly NewEntry[] {
  if (template === 'driver.py') {
    const helper = readFileSync(projectFile('examples/python/graft_driver.py'), 'utf8')
    return [{ path: 'graft_driver.py', text: helper }]
  }
  const graft = projectFile('').replace(/\/$/, '')
  const manifest = { private: true, type: 'module', dependencies: { graft: `file:${graft}` } }
  return [
    { path: 'package.json', text: `${JSON.stringify(manifest, null, 2)}\n` },
    { path: 'node_modules/graft', link: graft },
  ]
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
