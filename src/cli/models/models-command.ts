import { InvalidArgumentError, Option, type Command } from 'commander'
import { isDtype, kindOf, type Dtype } from '#adapters/models/manifest.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { AddOptions } from './add-model.js'
import { findModel, verifyModels, readModels, type ListedModel } from '#app/models/model-lists.js'
import type { BenchOptions } from './bench/bench-models.js'
import { wholeNumber } from '#app/command-line/options.js'

interface ListOptions {
  readonly models?: string
  readonly json: boolean
}

/** `graft models`: manages the shipped models and the user's own. */
export function addModelsCommand(program: Command, finish: (code: ExitCode) => void): void {
  const models = program
    .command('models')
    .description('list, verify and add models')
    .addHelpText(
      'after',
      '\nExit codes: 0 done · 2 no such model, or it cannot be added · 3 a model is missing, differs or fails',
    )
  const refuse = (problems: readonly Diagnostic[], code: ExitCode = EXIT.models): void => {
    process.stderr.write(problems.map((problem) => `${formatDiagnostic(problem)}\n`).join(''))
    finish(code)
  }
  withFolder(
    models.command('list').description('list all models: shipped, added by you, and those in --models'),
  )
    .option('--json', 'full entries as JSON, one per line', false)
    .action(({ models: dir, json }: ListOptions) => {
      const all = readModels(dir)
      if (!all.ok) return refuse([all.error])
      for (const model of all.value) write(json ? JSON.stringify(model.entry) : line(model))
    })
  withFolder(models.command('verify').argument('[id]', 'only this one'))
    .description('check every file against its hash in the manifest')
    .action(verify(refuse))
  addAdd(models, refuse)
  withFolder(models.command('remove').argument('<id>', 'id of an added model'))
    .description('remove an added model from the list; its files stay')
    .action(async (id: string, { models: dir }: ListOptions) => {
      const { removeModel } = await import('./add-model.js')
      const removed = removeModel(id, dir)
      if (!removed.ok) return refuse([removed.error], EXIT.usage)
      write(`removed ${id} from ${removed.value.list}`)
    })
  withFolder(models.command('bench').argument('[id]', 'only this one'))
    .description('measure load time, memory and speed of the models on this machine')
    .option('--rounds <n>', 'rounds of each loop; the median counts', wholeNumber(1, 99), 5)
    .option('--tokens <n>', 'maximum tokens per reply', wholeNumber(8, 4096), 96)
    .option('--json', 'one JSON object per model', false)
    .addHelpText('after', '\nExamples:\n  graft models bench --rounds 3')
    .action(bench(refuse))
}

const bench =
  (refuse: (problems: readonly Diagnostic[], code?: ExitCode) => void) =>
  async (id: string | undefined, options: ListOptions & BenchOptions) => {
    const all = readModels(options.models)
    if (!all.ok) return refuse([all.error])
    const one = id === undefined ? undefined : findModel(all.value, id)
    if (one?.ok === false) return refuse([one.error], EXIT.usage)
    const chosen = one === undefined ? all.value : [one.value]
    const problems = await verifyModels(chosen)
    if (problems.length > 0) return refuse(problems)
    const { benchModels } = await import('./bench/bench-models.js')
    const failed = await benchModels(chosen, options, { out: write, progress: tell })
    if (failed.length > 0) refuse(failed)
  }

const verify =
  (refuse: (problems: readonly Diagnostic[], code?: ExitCode) => void) =>
  async (id: string | undefined, { models: dir }: ListOptions) => {
    const all = readModels(dir)
    if (!all.ok) return refuse([all.error])
    const one = id === undefined ? undefined : findModel(all.value, id)
    if (one?.ok === false) return refuse([one.error], EXIT.usage)
    const chosen = one === undefined ? all.value : [one.value]
    const problems = await verifyModels(chosen)
    if (problems.length > 0) return refuse(problems)
    for (const model of chosen) write(`${line(model)}  ok`)
  }

function addAdd(models: Command, refuse: (problems: readonly Diagnostic[], code?: ExitCode) => void): void {
  withFolder(
    models.command('add').argument('<path>', 'a GGUF file, or a folder with an ONNX vision-language model'),
  )
    .description('inspect and hash your own model and add it to the list; its files stay in place')
    .addOption(new Option('--role <role>', 'role of the model').choices(['actor', 'critic']))
    .option('--id <id>', 'id of the model (default: the name of the file or folder)')
    .option('--chat', 'GGUF: apply its chat template to the prompt (default: if it has one)')
    .option('--no-chat', 'GGUF: complete the prompt as it is')
    .option(
      '--context <tokens>',
      'GGUF: context size, prompt and reply together (default: at most 8192)',
      wholeNumber(256, 1 << 20),
    )
    .option('--think <tokens>', 'GGUF: maximum tokens of thinking before the answer', wholeNumber(0, 1 << 16))
    .addOption(new Option('--profile <profile>', 'GGUF: prompt profile').choices(['compact', 'full']))
    .option('--dtype <type>', 'folder: which of its graphs to use (fp32, q8, q4, …)', dtypeOf)
    .option('--timeout <seconds>', 'timeout of one answer', wholeNumber(1, 3600))
    .option('--json', 'the entry as JSON', false)
    .action(async (path: string, options: AddOptions & { readonly json: boolean }) => {
      const { addModel } = await import('./add-model.js')
      tell(`reading ${path} …`)
      const added = await addModel(path, options)
      if (!added.ok) return refuse([added.error], EXIT.usage)
      const { entry, list, notes } = added.value
      for (const note of notes) tell(`note: ${note}`)
      write(options.json ? JSON.stringify(entry) : `added ${entry.id} to ${list}`)
      const dir = options.models === undefined ? '' : ` --models ${options.models}`
      tell(
        `try it:  graft models bench ${entry.id}${dir}\nuse it:  graft run --${entry.role}-model ${entry.id}${dir}`,
      )
    })
}

const withFolder = (command: Command): Command =>
  command.option('--models <dir>', 'a folder of your own with a manifest.json; its models take precedence')

const write = (text: string): void => void process.stdout.write(`${text}\n`)
const tell = (text: string): void => void process.stderr.write(`${text}\n`)

function line({ entry, list }: ListedModel): string {
  const bytes = entry.files.reduce((sum, file) => sum + file.bytes, 0)
  const size = `${(bytes / 1e6).toFixed(2)} MB in ${entry.files.length} file${entry.files.length === 1 ? '' : 's'}`
  const from = list === 'shipped' ? '' : `  (${list})`
  return `${entry.role.padEnd(12)}${entry.id.padEnd(28)}${kindOf(entry).padEnd(14)}${size}${from}`
}

function dtypeOf(text: string): Dtype {
  if (isDtype(text)) return text
  throw new InvalidArgumentError(
    `expected fp32, fp16, q8, int8, uint8, q4, q4f16 or bnb4, got ${JSON.stringify(text)}`,
  )
}
