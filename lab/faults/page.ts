import { END_STATES, GROUPS, type FaultClass, type Group } from './fault-class.js'
import { CATALOGUE, classesOf } from './catalogue.js'
import { VIOLATIONS } from './safety-checker/violation.js'

/** The page `docs/FAULTS.md`. */
export function faultsPage(): string {
  const groups = (Object.keys(GROUPS) as Group[]).filter((group) => classesOf(group).length > 0)
  return `${[HEAD(groups), ends(), analyzer(), ...groups.map(section)].join('\n\n')}\n`
}

const HEAD = (groups: readonly Group[]): string =>
  [
    '# What can go wrong, and what happens then',
    `${CATALOGUE.length} classes of faults in ${groups.length} groups. Each can be made to happen: ` +
      `\`graft faults --class ID\` runs it on the virtual robot with the real firmware, the tabletop's ` +
      `on its arm in MuJoCo, and reports how it ended; the tests run all of them. This page is ` +
      `generated from the same table (\`npm run docs:faults\`), and a test keeps it current.`,
    [
      '```sh',
      'graft faults                       # every class, three seeds each',
      'graft faults --class link-unplug --seeds 25',
      'graft faults --group camera --json',
      '```',
    ].join('\n'),
    'Time and size of a fault are drawn from the seed. A run is right if it ends as declared here, ' +
      'the safety witness counted nothing, and the fault really occurred.',
  ].join('\n\n')

function ends(): string {
  const rows = Object.entries(END_STATES).map(([end, text]) => `| \`${end}\` | ${text} |`)
  return ['## How a run may end', ['| end | what it means |', '|---|---|', ...rows].join('\n')].join('\n\n')
}

function analyzer(): string {
  const rows = Object.entries(VIOLATIONS).map(([kind, text]) => `| \`${kind}\` | ${text} |`)
  return [
    '## What must never happen',
    'An independent witness counts these violations from sources that the runtime cannot falsify: ' +
      'the bytes at both ends of the line, the controller’s commands to its drives, and the simulated ' +
      'world. From the runtime it gets only the mode. `unsafe` is that count. Tests plant each ' +
      'violation and check that it is counted.',
    ['| counted as | what |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n')
}

function section(group: Group): string {
  const classes = classesOf(group)
  return [
    `## ${GROUPS[group]}`,
    ['| class | looks like | ends | what to do |', '|---|---|---|---|', ...classes.map(row)].join('\n'),
    '**What the system does**',
    classes.map((fault) => `- \`${fault.id}\`: ${fault.why}`).join('\n'),
  ].join('\n\n')
}

const row = (fault: FaultClass): string =>
  `| **${fault.title}** \`${fault.id}\` | ${fault.cause} | ` +
  `${fault.declared.map((end) => `\`${end}\``).join(' or ')} | ${fault.operator} |`
