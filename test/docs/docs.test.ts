import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readText, REPO, repositoryFiles, sourceFiles } from '../../lab/architecture/source-tree.js'

const pages = repositoryFiles().filter((path) => path.endsWith('.md'))
const textOf = (path: string): string => readText(path) ?? ''
const shell = ['README.md', 'CONTRIBUTING.md'].flatMap((page) =>
  [...textOf(page).matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.split('\n').map((line) => line.replace(/#.*/, '').trim()),
  ),
)
const commands = shell.filter((line) => line !== '').flatMap((line) => line.split(' && '))

describe('documents', () => {
  it('link to files that exist', () => {
    const links = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target = '']) => ({
        page,
        target,
      })),
    )
    expect(links.length).toBeGreaterThanOrEqual(20)
    const broken = links.filter(({ page, target }) => !existsSync(join(REPO, dirname(page), target)))
    expect(broken).toEqual([])
  })

  it('are named in comments only where they exist', () => {
    const named = [...sourceFiles('src'), ...sourceFiles('test')].flatMap(({ path, text }) =>
      [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => ({ path, page })),
    )
    expect(named.length).toBeGreaterThanOrEqual(3)
    expect(named.filter(({ page }) => !existsSync(join(REPO, page)))).toEqual([])
  })

  it('list every decision', () => {
    const index = textOf('docs/adr/README.md')
    const decisions = readdirSync(join(REPO, 'docs/adr')).filter((name) => /^\d{4}-.*\.md$/.test(name))
    expect(decisions.length).toBeGreaterThanOrEqual(4)
    expect(decisions.filter((name) => !index.includes(`(${name})`))).toEqual([])
    for (const name of decisions.filter((each) => each !== '0000-template.md')) {
      const [heading = ''] = textOf(`docs/adr/${name}`).split('\n')
      expect(heading).toMatch(new RegExp(`^# ${name.slice(0, 4)} · `))
      expect(index).toContain(`| ${heading.slice('# 0000 · '.length)} |`)
    }
  })
})

describe('README.md', () => {
  it('says what was never connected', () => {
    const [said = ''] = /\*\*What was never connected\*\*[\s\S]*?\n\n/.exec(textOf('README.md')) ?? []
    for (const thing of [/controller chip/, /V4L2 camera/, /viewer \(Foxglove/, /pretrained weights/])
      expect(said.replace(/\s+/g, ' ')).toMatch(thing)
  })
})

describe('commands of README.md and CONTRIBUTING.md', () => {
  it('call npm scripts that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
    const called = commands.flatMap((command) => {
      const [, run, name] = /^npm (run )?(\w[\w:-]*)/.exec(command) ?? []
      return name === undefined || (run === undefined && name === 'ci') ? [] : [name]
    })
    expect(called).toContain('start')
    expect(called).toContain('test')
    expect(called.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})
