import type { Diagnostic } from '#base/diagnostic.js'
import { CODES } from '#bt/codes.js'
import { version } from '#documents/read-text-file.js'

/** The problems as SARIF 2.1.0, which code hosts and editors show next to the lines. */
export function sarif(problems: readonly Diagnostic[]): object {
  const rules = [...new Set(problems.map(({ code }) => code))].sort()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'graft', version: version(), rules: rules.map(rule) } },
        columnKind: 'utf16CodeUnits',
        results: problems.map((problem) => result(problem, rules)),
      },
    ],
  }
}

function rule(id: string): object {
  const info = CODES.get(id)
  if (info === undefined) return { id }
  return { id, shortDescription: { text: info.title }, fullDescription: { text: info.explanation } }
}

function result({ code, severity, message, hint, where }: Diagnostic, rules: readonly string[]): object {
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: severity,
    message: { text: hint === undefined ? message : `${message} (${hint})` },
    ...(where === undefined
      ? {}
      : {
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: where.file.split('/').map(encodeURIComponent).join('/') },
                region: { startLine: where.line, startColumn: where.column },
              },
            },
          ],
        }),
  }
}
