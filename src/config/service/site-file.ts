import type { FileKind } from '#documents/yaml-problems.js'

/** The words of what is wrong with a configuration file. */
export const SITE_FILE: FileKind = {
  code: 'config',
  name: 'configuration file',
  whole: 'keys and values that begin with `version: 1`',
  second: 'a robot has one configuration: put everything into one document',
  begin: 'begin with version: 1; everything else has a default',
}
