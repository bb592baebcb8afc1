/** Joins a path to the folder of the file that names it, with `/` on every system: `a/b.xml` + `../c.xml` → `c.xml`. */
export function resolvePath(fromFile: string, path: string): string {
  const absolute = path.startsWith('/')
  const folder = absolute ? [] : fromFile.split('/').slice(0, -1)
  const parts: string[] = []
  for (const part of [...folder, ...path.split('/')]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part === '' || part === '.') continue
    else parts.push(part)
  }
  return (absolute || fromFile.startsWith('/') ? '/' : '') + parts.join('/')
}
