import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { INSTALLED_CONFIG } from '#app/run-folder/state-folder.js'
import { forDocuments } from '#app/command-line/terminal-guard.js'
import { plural } from '#app/command-line/words.js'
import { isUnreadable } from '#documents/read-text-file.js'

/** `graft config`: checks and shows the configuration of the service without starting anything. */
export function addConfigCommand(program: Command, finish: (code: ExitCode) => void): void {
  const config = program
    .command('config')
    .description('check, show and migrate the configuration of the service')
  const refuse: Refuse = (problems, json, code = EXIT.usage) => {
    report(problems, json)
    finish(code)
  }
  withFile(config.command('check').description('check the file; problems come with line, column and fix'))
    .option('--json', 'problems as JSON, one per line', false)
    .addHelpText('after', CHECK_HELP)
    .action(check(refuse))
  withFile(
    config.command('show').description('show the effective value of every key and where it comes from'),
  )
    .option('--json', 'one JSON object: file, config, origin', false)
    .action(show(refuse))
  config
    .command('schema')
    .description('print the JSON Schema of the file, for editors (config/graft.schema.json)')
    .action(async () => {
      const { siteJsonSchema } = await import('#config/service/site-schema.js')
      write(JSON.stringify(siteJsonSchema(), null, 2))
    })
  config
    .command('migrate')
    .description('convert an older file to the current version, keeping comments; print it unless --write')
    .argument('<file>', 'YAML file')
    .option('--write', 'replace the file; keep the old one as FILE.old', false)
    .action(async (file: string, { write: back }: { readonly write: boolean }) => {
      const { migrateFile } = await import('./migrate-file.js')
      const migrated = await migrateFile(file, back)
      if (!migrated.ok) return refuse(migrated.error, false)
      const { text, said } = migrated.value
      if (!back) forDocuments(process.stdout).write(text)
      tell(said)
    })
}

type Refuse = (problems: readonly Diagnostic[], json: boolean, code?: ExitCode) => void

const show =
  (refuse: Refuse) =>
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
  (refuse: Refuse) =>
  async (file: string | undefined, { json }: Json) => {
    const { readSite } = await import('#config/service/site-config.js')
    const path = file ?? installed()
    const site = await readSite(path)
    if (!site.ok) return refuse(site.error, json, site.error.some(isUnreadable) ? undefined : EXIT.no)
    const { warnings, config } = site.value
    if (config.world.name !== null) {
      const { openSite } = await import('#service/world/open-site.js')
      const world = await openSite(config)
      if (!world.ok) return refuse(world.error, json, EXIT.no)
    }
    report(warnings, json)
    const name = path ?? 'there is no file, and the defaults are'
    if (json) write(JSON.stringify({ type: 'config', file: path ?? null, warnings: warnings.length }))
    else write(`${name} ok${warnings.length === 0 ? '' : `, with ${plural(warnings.length, 'warning')}`}`)
  }

interface Json {
  readonly json: boolean
}

const withFile = (command: Command): Command =>
  command.argument('[file]', `YAML file (default: ${INSTALLED_CONFIG} if it exists, else the defaults)`)

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
Every problem shows its place (file:line:column), what was expected, what was found and what to do. Warnings are about
values that work but may be unintended; the exit code stays 0. An editor that reads the first line of config/graft.yaml
(yaml-language-server) shows the same problems as you type.

Exit codes: 0 no problems, there may be warnings · 1 problems · 2 the file cannot be read`
