import type { FileKind } from '#documents/yaml-problems.js'

export const DOMAIN_FILE: FileKind = {
  code: 'domain',
  name: 'domain file',
  whole: 'a domain: types, state, skills',
  second: 'write every domain into a file of its own',
}
