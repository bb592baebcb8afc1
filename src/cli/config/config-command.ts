import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { INSTALLED_CONFIG } from '#app/run-folder/state-folder.js'
import { forDocuments } from '#app/command-line/terminal-guard.js'
import { plural } from '#app/command-line/words.js'

/** `graft config`: checks and shows the configuration of the service without starting anything. */
export function addConfigCommand(program: Command, finish: (code: ExitCode) => void): void {
  const config = program
    .command('config')
    .description('the configuration of the service: check, show, bring up to date')
  const refuse = (problems: readonly Diagnostic[], json: boolean): void => {
    report(problems, json)
    finish(EXIT.usage)
  }
  withFile(config.command('check').description('is the file right? every problem with line, column and mend'))
    .option('--json', 'problems as JSON, one a line', false)
    .addHelpText('after', CHECK_HELP)
    .action(check(refuse))
  withFile(config.command('show').description('every key as it is in force, and whether the file says it'))
    .option('--json', 'one JSON object: file, config, origin', false)
    .action(show(refuse))
  config
    .command('schema')
    .description('the JSON Schema of the file, for editors: config/graft.schema.json')
    .action(async () => {
      const { siteJsonSchema } = await import('#config/service/site-schema.js')
      write(JSON.stringify(siteJsonSchema(), null, 2))
    })
  config
    .command('migrate')
    .description('an older file in the form of today, comments kept; shown, unless --write')
    .argument('<file>', 'YAML file')
    .option('--write', 'write it back; the old one stays beside it as FILE.old', false)
    .action(async (file: string, { write: back }: { readonly write: boolean }) => {
      const { migrateFile } = await import('./migrate-file.js')
      const migrated = await migrateFile(file, back)
      if (!migrated.ok) return refuse(migrated.error, false)
      const { text, said } = migrated.value
      if (!back) forDocuments(process.stdout).write(text)
      tell(said)
    })
}

const show =
  (refuse: (problems: readonly Diagnostic[], json: boolean) => void) =>
  async (file: string | undefined, { json }: Json) => {
    const { readSite } = await import('#config/service/site-config.js')
    const { originOf, showSite } = await import('./show-site.js')
    const path = file ?? installed()
    const site = await readSite(path)
    if (!site.ok) return refuse(site.error, json)
    report(site.value.warnings, false)
    if (!json) return write(showSite(site.value, path))
    write(JSON.stringify({ file: path ?? null, config: site.value.config, origin: originOf(site.value) }))
  }

const check =
  (refuse: (problems: readonly Diagnostic[], json: boolean) => void) =>
  async (file: string | undefined, { json }: Json) => {
    const { readSite } = await import('#config/service/site-config.js')
    const path = file ?? installed()
    const site = await readSite(path)
    if (!site.ok) return refuse(site.error, json)
    const { warnings } = site.value
    report(warnings, json)
    const name = path ?? 'no file: the defaults'
    if (json) write(JSON.stringify({ type: 'config', file: path ?? null, warnings: warnings.length }))
    else write(`${name} ok${warnings.length === 0 ? '' : `, with ${plural(warnings.length, 'warning')}`}`)
  }

interface Json {
  readonly json: boolean
}

const withFile = (command: Command): Command =>
  command.argument('[file]', `YAML file (default: ${INSTALLED_CONFIG} where there is one, else the defaults)`)

const installed = (): string | undefined => (existsSync(INSTALLED_CONFIG) ? INSTALLED_CONFIG : undefined)

function report(problems: readonly Diagnostic[], json: boolean): void {
  for (const problem of problems) {
    if (json) write(JSON.stringify({ type: 'problem', ...problem }))
    else tell(formatDiagnostic(problem))
  }
}

const write = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

const CHECK_HELP = `
Every problem says where (file:line:column), what was expected, what was found and what to do. Warnings are things that
work and may not be meant; they leave the exit code at 0. An editor that reads the first line of config/graft.yaml
(yaml-language-server) shows the same while you write.`
