/**
 * Examines the model that lies in models/actor and draws how honest its confidence is:
 * `tsx lab/training/actor/publish/examine-shipped.ts BENCH.json RELIABILITY.svg`.
 */
import { writeFileSync } from 'node:fs'
import { formatDiagnostic } from '#base/diagnostic.js'
import { runActorBench } from '#lab/bench/actor/run-actor-bench.js'
import { reliabilitySvg } from './reliability-svg.js'

const [out, picture] = process.argv.slice(2)
if (out === undefined || picture === undefined)
  throw new Error('usage: examine-shipped.ts BENCH.json RELIABILITY.svg')
const data = new URL('../../../heldout/actor.jsonl', import.meta.url).pathname
const result = await runActorBench({ data, free: true }, (line) => process.stderr.write(`${line}\n`))
if (!result.ok) throw new Error(result.error.map(formatDiagnostic).join('\n'))
process.stdout.write(`${result.value.page}\n`)
writeFileSync(out, `${JSON.stringify(result.value.json, null, 2)}\n`)
writeFileSync(picture, reliabilitySvg(result.value.json.figures.calibration))
