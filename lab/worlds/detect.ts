import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { compareRules, expectationsOf, judgeRules } from '#cli/world/judge-rules.js'
import { readFolder, type RulesFolder } from '#cli/world/read-folder.js'
import { loadRobot } from '#worlds/robot/load-robot.js'
import type { Original, Written } from './written.js'

/** What `graft world check` says of a world: problems of loading, of its rules, and what is other than expected. */
export interface Said {
  readonly loads: boolean
  /** everything but ✓ */
  readonly problems: ReadonlySet<string>
  readonly unexpected: number
}

/** A world on disk as its author would have it, where mutants are checked one after the other. */
export class Workshop {
  readonly #original: Original
  readonly #folder: string
  readonly #limit: number
  #expected = ''

  constructor(original: Original, limit: number) {
    this.#original = original
    this.#limit = limit
    this.#folder = mkdtempSync(join(tmpdir(), 'graft-mutants-'))
    for (const part of ['policy', 'trees'])
      if (existsSync(join(original.folder, part)))
        cpSync(join(original.folder, part), join(this.#folder, part), { recursive: true })
    mkdirSync(join(this.#folder, 'tasks'))
  }

  /** Checks the world itself, and keeps what is expected of it. */
  async begin(): Promise<Said> {
    const rules = await this.#write(this.#original)
    if (!(rules instanceof Set)) this.#expected = expectationsOf(rules, { limit: WRITTEN_WITH })
    return this.check(this.#original)
  }

  async check(files: Written): Promise<Said> {
    const rules = await this.#write(files)
    if (rules instanceof Set) return { loads: false, problems: rules, unexpected: 0 }
    const [task] = rules.tasks
    if (task === undefined) throw new Error('a folder without a task or a goal')
    const { findings } = await judgeRules(rules, { task, limit: this.#limit, sensed: undefined })
    const problems = new Set(
      findings.flatMap(({ ok, hint, text }) => (ok && hint !== true ? [] : [plain(text)])),
    )
    const robot = this.#original.robot && loadRobot(this.#original.robot, 'robot.yaml', rules.domain)
    if (robot && !robot.ok) for (const { message } of robot.error) problems.add(message)
    const compared = compareRules(rules, this.#expected, 'expect.yaml')
    const unexpected = compared.ok ? compared.value.problems : compared.error
    return { loads: true, problems, unexpected: unexpected.length }
  }

  done(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** @returns the rules, or the problems for which they were refused */
  async #write({ world, tasks }: Written): Promise<RulesFolder | Set<string>> {
    const file = join(this.#folder, 'world.yaml')
    writeFileSync(file, stringify(world, { lineWidth: 0 }))
    for (const [name, task] of Object.entries(tasks))
      writeFileSync(join(this.#folder, name), stringify(task, { lineWidth: 0 }))
    const read = await readFolder(this.#folder, file)
    return read.ok ? read.value : new Set(read.error.map(({ message }) => message))
  }
}

/** States with which the examples are chosen: as many as `graft world check --write` looks at. */
const WRITTEN_WITH = 2_000

/** Without places and counts, which a mutation moves though it adds no problem. */
const plain = (text: string): string =>
  text.replaceAll(/\S+\.yaml:\d+:\d+/g, '').replaceAll(/\d+ (states|steps)/g, '$1')
