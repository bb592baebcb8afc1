import type { Command } from 'commander'
import { formatDiagnostic } from '#base/diagnostic.js'
import { visibleInLine } from '#base/visible.js'
import { loadFieldFile } from '#config/field/field-file.js'
import { isUnreadable } from '#documents/read-text-file.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { SHIPPED_FIELDS } from '#config/field/choose-fields.js'

export function addFieldsCommand(program: Command, finish: (code: ExitCode) => void): void {
  const fields = program.command('fields').description('list and check fields')
  fields
    .command('list')
    .description('list the shipped fields')
    .action(async () => {
      for (const { id, file } of SHIPPED_FIELDS) {
        const loaded = await loadFieldFile(file)
        const [field] = loaded.ok ? loaded.value : []
        process.stdout.write(`${id}  ${field === undefined ? 'broken' : describeField(field)}\n`)
      }
    })
  fields
    .command('check')
    .description('check a field file; problems come with line and column')
    .argument('<file>', 'YAML file (schema: config/field.schema.json)')
    .option('--json', 'problems as JSON, one per line', false)
    .addHelpText('after', CHECK_HELP)
    .action(async (file: string, { json }: { readonly json: boolean }) => {
      const loaded = await loadFieldFile(file)
      if (loaded.ok) {
        const ids = loaded.value.map(({ map }) => map.id)
        process.stdout.write(
          json
            ? `${JSON.stringify({ type: 'fields', ids })}\n`
            : `${visibleInLine(file)}: ${ids.join(', ')} ok\n`,
        )
        return
      }
      for (const problem of loaded.error) {
        if (json) process.stdout.write(`${JSON.stringify({ type: 'problem', ...problem })}\n`)
        else process.stderr.write(`${formatDiagnostic(problem)}\n`)
      }
      finish(loaded.error.some(isUnreadable) ? EXIT.usage : EXIT.no)
    })
}

const CHECK_HELP = `
Examples:
  graft fields check my-field.yaml

What a field file is: docs/field-files.md

Exit codes: 0 no problems · 1 problems · 2 the file cannot be read`

/** What makes a field differ from the others: which blocks lie the wrong way up. */
function describeField({ map, orange }: FieldSetup): string {
  const wrong = [...orange].flatMap(([zone, mask]) => {
    const slots = [...mask].flatMap((bit, slot) => (bit === '1' ? [slot] : []))
    if (slots.length === 0) return []
    return [slots.length === mask.length ? `all of zone ${zone}` : `zone ${zone} slot ${slots.join(', ')}`]
  })
  return `${map.zones.length} zones; wrong way up: ${wrong.length === 0 ? 'no block' : wrong.join('; ')}`
}
