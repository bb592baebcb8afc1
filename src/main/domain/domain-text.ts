import type { Diagnostic, SourceRef } from '../../base/diagnostic.js'
import { err, type Result } from '../../base/result.js'
import type { DataDomain } from '../../twin/data/data-domain.js'
import { loadDomain } from '../../twin/data/load-domain.js'
import type { Spot } from '../../twin/data/problems.js'
import { readYaml, type YamlText } from '../config/yaml-text.js'
import { DOMAIN_FILE } from './domain-file.js'

/** A domain from YAML text. @param file the name that positions in diagnostics carry */
export function parseDomainText(text: string, file: string): Result<DataDomain, readonly Diagnostic[]> {
  const yaml = readYaml(text, file, DOMAIN_FILE)
  return yaml.ok ? loadDomain(yaml.value.value, (spot) => placeOf(spot, yaml.value)) : err(yaml.error)
}

function placeOf({ path, key, offset }: Spot, yaml: YamlText): SourceRef {
  if (offset !== undefined) return yaml.whereInside(path, offset, key === true ? 'key' : 'value')
  return key === true ? yaml.whereKey(path) : yaml.whereValue(path)
}
