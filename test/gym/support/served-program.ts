import { parseArgs } from 'node:util'
import { serveGym } from '#lab/gym/serve/serve.js'

/** The gym on standard input and output, from source: what `graft-lab gym` is in the build. */
const { values } = parseArgs({
  options: {
    task: { type: 'string', default: 'reach' },
    envs: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
  },
})
const options = { task: values.task, envs: Number(values.envs), workers: Number(values.workers) }
process.exitCode = await serveGym(options, { input: process.stdin, output: process.stdout })
