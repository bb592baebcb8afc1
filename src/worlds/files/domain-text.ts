import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import type { DataDomain } from '../assemble.js'
import { loadDomain } from '../load-domain.js'
import { placeOf } from '../problems.js'
import { MAX_PROBLEMS, type FileKind } from '#documents/yaml-problems.js'
import { readYaml, type YamlText } from '#documents/yaml-text.js'
import { isEngineNode } from './domain-nodes.js'

/** Loads a domain from YAML text. @param file file name used in diagnostics */
export function parseDomainText(text: string, file: string): Result<DataDomain, readonly Diagnostic[]> {
  const yaml = readYaml(text, file, DOMAIN_FILE)
  if (!yaml.ok) return err(yaml.error.slice(0, MAX_PROBLEMS))
  const loaded = loadDomain(yaml.value.value, (spot) => placeOf(spot, yaml.value))
  if (!loaded.ok) return loaded
  const taken = loaded.value.skills.filter(isEngineNode)
  return taken.length === 0 ? loaded : err(taken.map((name) => engineNode(name, yaml.value)))
}

const engineNode = (name: string, yaml: YamlText): Diagnostic => ({
  code: 'domain.skill-is-node',
  severity: 'error',
  message: `${name} is a node of the engine, so no tree could mean the skill`,
  where: yaml.whereKey(['skills', name]),
  expected: 'another name',
  got: name,
})

export const DOMAIN_FILE: FileKind = {
  code: 'domain',
  name: 'domain file',
  contents: 'a domain: types, state, skills',
  secondDocumentHint: 'write every domain into a file of its own',
}
