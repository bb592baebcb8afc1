import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readText, repositoryFiles } from '../../lab/architecture/source-tree.js'

const START = 'docs/README.md'
const pages = repositoryFiles().filter(
  (path) => /^docs\/.*\.md$/.test(path) && !path.endsWith('0000-template.md'),
)

/** What a stranger asks, where the answer stands, and words that it contains. */
const QUESTIONS: readonly (readonly [
  question: string,
  page: string,
  anchor: string,
  words: readonly string[],
])[] = [
  [
    'Which episode was worst, and why?',
    'run-folder.md',
    'which-episode-was-worst-and-why',
    ['report.html', 'lowest score', 'graft report'],
  ],
  [
    'How do I make a key for my laptop?',
    'console-tour.md',
    'connecting',
    ['graft keys new anna --role operator', '--key'],
  ],
  ['What is a field file?', 'field-files.md', 'field-files', ['YAML file', 'zones', 'shelf']],
  [
    'What does exit code 4 mean?',
    'exit-codes.md',
    'exit-codes',
    ['| 4 | no robot, or the link to it was lost'],
  ],
  [
    'How do I stop the robot from another computer?',
    'console-tour.md',
    'stopping-it-from-another-computer',
    ['--endpoint tcp://', ' stop\n', 'red button'],
  ],
  [
    'How do I go on with a run that was interrupted?',
    'run-folder.md',
    'orders-interruptions-and-proofs',
    ['graft run --resume'],
  ],
  [
    'What was never connected?',
    'open-ends.md',
    'never-connected',
    ['chip', 'V4L2', 'Foxglove', 'pretrained'],
  ],
  [
    'Which tree runs next?',
    'policy-slots.md',
    'policy-slots-which-tree-runs-next',
    ['active', 'staged', 'rolled back'],
  ],
  [
    'Where are the files of a robot?',
    'service.md',
    'file-locations',
    ['/var/lib/graft', '/etc/graft/graft.yaml'],
  ],
  ['How do I acknowledge an alarm?', 'console-tour.md', 'when-something-goes-wrong', ['alarm ack']],
  ['What does the status contain?', 'CONSOLE.md', 'the-status', ['`run.scoreSoFar`', '`link.silentMs`']],
  ['How do I connect a robot of my own?', 'your-robot.md', 'your-own-robot-in-an-hour', ['driver']],
  [
    'What happens when the disk is full?',
    'store.md',
    'retention',
    ['| free disk |', 'no new run begins', 'ballast'],
  ],
  [
    'What if somebody walks in its way?',
    'real-floor.md',
    'what-is-in-its-way',
    ['walks at', 'person', 'something was in the way'],
  ],
  ['How is the score counted?', 'worlds/field.md', 'the-score', ['next run is scored']],
  ['How do I open a recording?', 'recording.md', 'open-one', ['.mcap', 'Foxglove']],
]

describe('docs/README.md', () => {
  it('leads to every page', () => {
    const reached = clicksTo(START)
    expect(pages.length).toBeGreaterThanOrEqual(90)
    expect(pages.filter((page) => !reached.has(page))).toEqual([])
  })

  it('links to sections that exist, as every page does', () => {
    const wrong = ['README.md', ...pages].flatMap((page) =>
      linksOf(page).flatMap(({ to, anchor }) =>
        anchor !== '' && to.endsWith('.md') && !sectionsOf(to).has(anchor)
          ? [`${page} → ${to}#${anchor}`]
          : [],
      ),
    )
    expect(wrong).toEqual([])
  })

  it.each(QUESTIONS)('%s', (_question, page, anchor, words) => {
    const target = `docs/${page}`
    expect(clicksTo(START).get(target)).toBeLessThanOrEqual(2)
    const answer = sectionsOf(target).get(anchor) ?? ''
    expect(words.filter((word) => !answer.includes(word))).toEqual([])
  })
})

/** Pages by the number of clicks that it takes from there. */
function clicksTo(start: string): ReadonlyMap<string, number> {
  const found = new Map([[start, 0]])
  for (const [page, clicks] of found)
    for (const { to } of linksOf(page)) if (to.endsWith('.md') && !found.has(to)) found.set(to, clicks + 1)
  return found
}

function linksOf(page: string): readonly { readonly to: string; readonly anchor: string }[] {
  const links = (readText(page) ?? '').matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)
  return [...links].map(([, path = '', anchor = '']) => ({
    to: path === '' ? page : normalize(join(dirname(page), path)),
    anchor,
  }))
}

/** The text of each section by its anchor, as GitHub makes them, with the sections below it only for the title. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const parts = (readText(page) ?? '')
    .replace(/```[^]*?```/g, (block) => block.replaceAll('\n#', '\n #'))
    .split(/^(?=#+ )/m)
  return new Map(
    parts.map((part) => {
      const [heading = ''] = part.split('\n')
      return [anchorOf(heading.replace(/^#+ /, '')), part]
    }),
  )
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
