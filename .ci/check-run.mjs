// Judges what `graft run --json` printed and left on disk: check-run.mjs <stdout.jsonl> <out folder> <episodes>.
// Reads only; knows the run folder's layout (docs/run-folder.md), not the program.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const [stdoutFile, outFolder, episodeCount] = process.argv.slice(2)
const episodes = Number(episodeCount)
const jsonLines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const printed = jsonLines(stdoutFile)
const types = printed.map(({ type }) => type)
const count = (type) => types.filter((seen) => seen === type).length
assert.deepEqual(
  types.filter((type) => !['run', 'episode', 'alarm', 'edit', 'link', 'timing', 'summary'].includes(type)),
  [],
  'unknown line types on stdout',
)
assert.equal(types[0], 'run', 'the first line is the run')
assert.equal(types.at(-1), 'summary', 'the last line is the summary')
assert.equal(count('run'), 1)
assert.equal(count('summary'), 1)
assert.equal(count('timing'), 1)
assert.equal(count('episode'), episodes)
assert.equal(count('edit'), episodes)
for (const line of printed.filter(({ type }) => type === 'episode')) {
  assert.equal(typeof line.score, 'number', `episode line without a score: ${JSON.stringify(line)}`)
}

const run = runFolder(outFolder)
const report = join(run, 'report.html')
assert.ok(existsSync(report), 'report.html is there')
assert.ok(statSync(report).size > 20_000, 'report.html has pictures in it')
const html = readFileSync(report, 'utf8')
assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\//, 'report.html loads nothing from outside')
assert.match(html, /data:image\/webp;base64,/, 'report.html carries its frames')

assert.equal(jsonLines(join(run, 'episodes.jsonl')).length, episodes, 'one whole record per episode')
const events = jsonLines(join(run, 'events.jsonl'))
for (let episode = 1; episode <= episodes; episode++) {
  const kinds = events.filter((event) => event.episode === episode).map(({ kind }) => kind)
  // Algorithm 1 (VRL-15): initial report, units with their intermediate reports, final report, score, update, history.
  assert.match(kinds.join(''), /^IA?(XTMA?)*FA?RUH$/, `order of events in episode ${episode}`)
  assert.ok(kinds.includes('X'), `episode ${episode} executed something`)
}

console.log(
  `demo: ${episodes} episodes, ${events.length} events in order, ${count('alarm')} alarms, report.html whole`,
)

/** `--out` names the run's folder itself, or a folder of runs with this one in it. */
function runFolder(folder) {
  if (existsSync(join(folder, 'run.json'))) return folder
  const inside = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'run.json')))
  assert.equal(inside.length, 1, `one run folder in ${folder}`)
  return join(folder, inside[0])
}
