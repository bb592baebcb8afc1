import type { Command } from 'commander'
import { formatDiagnostic } from '../../base/diagnostic.js'
import type { ModelEntry } from '../../adapters/models/manifest.js'
import { EXIT, type ExitCode } from '../exit-code.js'
import { problemsOf, readModelList } from '../run/model-files.js'

export function addModelsCommand(program: Command, finish: (code: ExitCode) => void): void {
  const models = program.command('models').description('the models that graft thinks with')
  models
    .command('list')
    .description('every model of models/manifest.json')
    .option('--json', 'whole entries as JSON, one a line', false)
    .action(({ json }: { readonly json: boolean }) => {
      const entries = readModelList()
      if (!entries.ok) return refuse(formatDiagnostic(entries.error), finish)
      for (const entry of entries.value)
        process.stdout.write(json ? `${JSON.stringify(entry)}\n` : `${line(entry)}\n`)
    })
  models
    .command('verify')
    .description('compare every file with its hash in the manifest')
    .action(async () => {
      const entries = readModelList()
      if (!entries.ok) return refuse(formatDiagnostic(entries.error), finish)
      const problems = await problemsOf(entries.value)
      if (problems.length > 0) return refuse(problems.map(formatDiagnostic).join('\n'), finish)
      process.stdout.write(entries.value.map((entry) => `${line(entry)}  ok\n`).join(''))
    })
}

function refuse(text: string, finish: (code: ExitCode) => void): void {
  process.stderr.write(`${text}\n`)
  finish(EXIT.models)
}

function line({ id, role, files }: ModelEntry): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return `${role.padEnd(8)}${id.padEnd(28)}${(bytes / 1e6).toFixed(2)} MB in ${files.length} file${files.length === 1 ? '' : 's'}`
}
